package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// testNetworks are the options with which coins are worth nothing: a network on this machine, or one for
// tests.
const testNetworks = "--rpc-url=*localhost* --rpc-url=*127.0.0.1* --rpc-url=*sepolia* --rpc-url=*holesky* --rpc-url=*testnet* --rpc-url=*devnet* --rpc-url=local* --rpc-url=anvil " +
	"--url=*localhost* --url=*127.0.0.1* --url=*testnet* --url=*devnet* --url=l --url=t --url=d --network=*test* --network=*dev* --network=*local* --network=regtest --network=simnet --network=signet --network=*sepolia* --network=hardhat --network=anvil " +
	"--networkId=*test* --networkId=*local* --profile=*dev* --profile=*test* --profile=*local* --chain-id=*test* --chain-id=*local* --node=*localhost* --node=*127.0.0.1* --node=*testnet* " +
	"-regtest -testnet -testnet4 -signet --regtest --testnet --testnet4 --signet --simnet --testnet-magic --stagenet -chain=regtest -chain=test --dry-run --simulate --generate-only --offline --dev --help -h"

// wallets are the rules about programs that pay with coins of a blockchain, or keep the keys to them.
// They match what pays; what shows a balance is no concern of theirs.
var wallets = []rules.Rule{
	{
		ID: "coins.send", Class: rules.Destructive, None: testNetworks,
		Program: "cast solana spl-token near sui aptos lncli lightning-cli eclair-cli cleos goal octez-client tezos-client stellar soroban xrp dfx flow starkli sncast hs-wallet btcli",
		Sub: "send send/* publish publish/* mktx mktx/* transfer transfer/* */transfer */transfer/* */transfer-* */transfer-*/* burn burn/* withdraw withdraw/* withdraw-stake withdraw-stake/* withdraw-from-* close close/* program/close program/close/* program/set-upgrade-authority* authorize/* close-vote-account* nonce/withdraw* " +
			"payinvoice payinvoice/* sendpayment sendpayment/* sendcoins sendcoins/* sendmany sendmany/* keysend keysend/* closechannel closechannel/* closeallchannels closeallchannels/* abandonchannel* openchannel openchannel/* pay pay/* xpay xpay/* sendpay/* fundchannel fundchannel/* txsend* sendonchain* forceclose* " +
			"client/pay* client/transfer* client/call client/call/* client/publish* client/upgrade* client/ptb* tokens tokens/* delete-account delete-account/* delete/* push/* push system/* clerk/send clerk/send/* clerk/rawsend* asset/send* asset/destroy* app/delete* " +
			"canister/delete* ledger/transfer* cycles/* transactions/send* tx/send* invoke invoke/* contract/invoke* move/publish move/run* wallet/transfer* stake/add* stake/remove*",
		Reason: "pays, or gives up what the wallet holds, which nobody can take back",
		Hint:   "the same program's balance and list commands only look; a network for tests costs nothing",
		Hits: []string{
			"cast send 0xdead --value 10ether --rpc-url https://eth.example.com", "solana -u m transfer 9xQ 100", "solana program close 9xQ", "spl-token transfer So1 ALL 9xQ", "lncli payinvoice lnbc1 --force", "lncli --network=mainnet closeallchannels",
			"lightning-cli withdraw bc1 all", "near send me.near b.near 10", "sui client pay-sui --amounts 1", "aptos account transfer --account 0x2 --amount 1", "cleos transfer a b '1 EOS'", "goal clerk send -a 1 -f a -t b", "spl-token burn a 100",
		},
		Misses: []string{
			"cast call 0xdead 'transfer(address,uint256)' a 1", "cast balance 0xdead", "cast send 0xdead --rpc-url http://localhost:8545", "solana balance", "solana -u devnet transfer 9xQ 1", "lncli --network=regtest payinvoice lnbc1", "lncli walletbalance",
			"lightning-cli getinfo", "near view c m", "sui client gas", "aptos account list", "cleos get table a b c", "goal account balance -a x", "spl-token accounts", "solana transfer --help", "cast sig 'transfer(address)'",
		},
	},
	{
		ID: "coins.broadcast", Class: rules.Destructive, Program: "forge", Sub: "script create", Any: "--broadcast --resume", None: testNetworks,
		Reason: "sends the transactions of a script, which nobody can take back",
		Hint:   "without --broadcast it only simulates them",
		Hits:   []string{"forge script s/Deploy.s.sol --rpc-url https://eth.example.com --broadcast"},
		Misses: []string{"forge script s/Deploy.s.sol", "forge script s/Deploy.s.sol --rpc-url http://127.0.0.1:8545 --broadcast", "forge test", "forge build"},
	},
	{
		ID: "coins.send-somewhere", Class: rules.Destructive, Program: "cast forge", Sub: "send send/* publish publish/* mktx mktx/* script script/* create create/*", Effect: grammar.Connects, None: "--help -h",
		Variable: "RPC* ETH* MAIN* *MAINNET* URL* NODE* PROVIDER* ALCHEMY* INFURA* BASE_* POLYGON* ARBITRUM* OPTIMISM* BSC* AVALANCHE*",
		Reason:   "pays in a network that is known only at run time",
		Hint:     "write the address of the network itself, if it is one for tests",
		Hits:     []string{`cast send 0xdead --value 1 --rpc-url "$RPC_URL"`, "forge script s/Deploy.s.sol --rpc-url $MAINNET_RPC_URL --broadcast"},
		Misses:   []string{`cast balance 0xdead --rpc-url "$RPC_URL"`, `cast send 0xdead --rpc-url "$SEPOLIA_RPC_URL"`, "cast send 0xdead --rpc-url http://localhost:8545"},
	},
	{
		ID: "coins.deploy", Class: rules.Destructive, Program: "hardhat truffle brownie ape", Operand: "mainnet *mainnet* *:mainnet:*", None: "--help -h --dry-run",
		Sub:    "run run/* deploy deploy/* migrate migrate/* ignition/deploy ignition/deploy/*",
		Reason: "sends the transactions of a script, which nobody can take back",
		Hint:   "a network for tests costs nothing",
		Hits:   []string{"npx hardhat run scripts/deploy.js --network mainnet", "truffle migrate --network mainnet"},
		Misses: []string{"npx hardhat test", "npx hardhat run scripts/deploy.js", "npx hardhat run scripts/deploy.js --network localhost", "npx hardhat verify --network mainnet 0x1"},
	},
	{
		ID: "coins.node", Class: rules.Destructive, None: testNetworks, Program: "bitcoin-cli litecoin-cli dogecoin-cli dash-cli zcash-cli elements-cli bitcoin-cash-cli pivx-cli",
		Operand: "send sendall sendtoaddress sendmany sendfrom sendrawtransaction bumpfee psbtbumpfee z_send* z_shieldcoinbase z_mergetoaddress abandontransaction",
		Reason:  "pays, which nobody can take back",
		Hint:    "getbalance and listunspent only look; -regtest costs nothing",
		Hits:    []string{"bitcoin-cli sendtoaddress bc1q 1", "bitcoin-cli -rpcwallet=main sendall '[\"bc1q\"]'", "zcash-cli z_sendmany a '[]'"},
		Misses:  []string{"bitcoin-cli getbalance", "bitcoin-cli -regtest sendtoaddress bcrt1q 1", "bitcoin-cli help sendtoaddresses", "bitcoin-cli getrawtransaction x"},
	},
	{
		ID: "coins.chain", Class: rules.Destructive, None: testNetworks,
		Program: "gaiad osmosisd junod evmosd wasmd terrad injectived secretd akash provider-services celestia-appd dydxprotocold neutrond strided axelard kavad seid stargazed sifnoded regen",
		Sub:     "tx/bank/* tx/staking/* tx/gov/* tx/distribution/* tx/wasm/* tx/ibc-transfer/* tx/authz/* tx/feegrant/* tx/broadcast/* tx/broadcast tx/gamm/* tx/market/* tx/deployment/*",
		Reason:  "pays or votes, which nobody can take back",
		Hint:    "query only looks; --dry-run and --generate-only send nothing",
		Hits:    []string{"gaiad tx bank send me cosmos1x 100uatom -y", "osmosisd tx staking delegate v 1uosmo --from me"},
		Misses:  []string{"gaiad query bank balances cosmos1x", "gaiad tx bank send me cosmos1x 1uatom --generate-only", "gaiad status", "gaiad tx sign x.json --from me"},
	},
	{
		ID: "coins.submit", Class: rules.Destructive, None: testNetworks, Program: "cardano-cli electrum monero-wallet-cli monero-wallet-rpc polkadot-js-api ledger-live trezorctl geth clef",
		Operand: "submit payto paytomany broadcast sweep close_channel lnpay transfer* sweep_* tx.* send sign-tx *sendTransaction(* *sendRawTransaction(* *unlockAccount(* *.transfer(*",
		Reason:  "pays, which nobody can take back",
		Hint:    "ask the user to do it; a network for tests costs nothing",
		Hits:    []string{"cardano-cli transaction submit --tx-file tx.signed --mainnet", "cardano-cli latest transaction submit --tx-file x", "electrum payto bc1q 1", "electrum broadcast -", "monero-wallet-cli --command 'sweep_all 4x'", "geth attach --exec 'eth.sendTransaction({from: eth.accounts[0], value: 1})'"},
		Misses:  []string{"cardano-cli query utxo --address a", "cardano-cli transaction submit --tx-file x --testnet-magic 2", "electrum getbalance", "electrum --testnet payto tb1q 1", "geth attach --exec eth.blockNumber", "geth --dev"},
	},
	{
		ID: "secrets.wallet", Class: rules.Secrets, None: "--help -h -regtest -testnet -signet --regtest --testnet --signet",
		Program: "bitcoin-cli litecoin-cli dogecoin-cli dash-cli zcash-cli elements-cli electrum monero-wallet-cli algokey subkey solana-keygen",
		Operand: "dumpprivkey dumpwallet z_exportkey z_exportwallet z_exportmnemonic listdescriptors getprivatekeys getseed seed viewkey spendkey export",
		Reason:  "prints the keys to a wallet",
		Hint:    "ask the user for what you need from them",
		Hits:    []string{"bitcoin-cli dumpprivkey bc1q", "electrum getseed", "algokey export -f k"},
		Misses:  []string{"bitcoin-cli getwalletinfo", "bitcoin-cli -regtest dumpprivkey b", "electrum listaddresses", "solana-keygen pubkey k"},
	},
	{
		ID: "secrets.wallet-sub", Class: rules.Secrets, None: "--help -h --testnet --regtest", Program: "cast cleos goal sui near aptos dfx solana gaiad",
		Sub:    "wallet/private-key wallet/private-key/* wallet/decrypt-keystore wallet/decrypt-keystore/* wallet/dk/* wallet/private_keys* account/export account/export/* account/export-account* keytool/export keytool/export/* keys/export keys/export/* keys/mnemonic* identity/export identity/export/*",
		Reason: "prints the keys to a wallet",
		Hint:   "ask the user for what you need from them",
		Hits:   []string{"cast wallet private-key 'a b c'", "cast wallet decrypt-keystore k", "cleos wallet private_keys", "gaiad keys export me", "goal account export -a x", "sui keytool export --key-identity a", "dfx identity export me"},
		Misses: []string{"cast wallet list", "goal account list", "sui keytool list", "gaiad keys list", "dfx identity whoami"},
	},
}
