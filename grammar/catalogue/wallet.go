package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// wallets are clients of blockchains, which pay. Which network they talk to is in an option.
var wallets = []spec.Row{
	{Names: "cast", Source: "Foundry book, cast --help", Env: "ETH_*", Syntax: func() spec.Syntax {
		return with(leaves("send publish mktx call"), wallet())
	}},
	{Names: "forge", Source: "Foundry book, forge --help", Env: "FOUNDRY_* ETH_*", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: service, Levels: 1, Options: slices.Concat(wallet().Options, bools("--broadcast", "--resume", "--verify", "--ffi", "--legacy", "--slow", "-v -vv -vvv -vvvv -vvvvv"))}
	}},
	{Names: "solana", Source: "Solana CLI reference", Syntax: func() spec.Syntax {
		return with(leaves("transfer"), wallet())
	}},
	{Names: "spl-token", Source: "spl-token --help", Syntax: func() spec.Syntax { return wallet1() }},
	{Names: "near near-cli", Source: "NEAR CLI reference", Env: "NEAR_*", Syntax: func() spec.Syntax { return wallet1() }},
	{Names: "sui", Source: "Sui CLI reference", Syntax: wallet},
	{Names: "aptos", Source: "Aptos CLI reference", Syntax: wallet},
	{Names: "lncli", Source: "lncli --help", Syntax: func() spec.Syntax { return wallet1() }},
	{Names: "lightning-cli", Source: "lightning-cli(1)", Syntax: func() spec.Syntax { return wallet1() }},
	{Names: "cleos", Source: "cleos reference", Syntax: func() spec.Syntax { return with(leaves("transfer"), wallet()) }},
	{Names: "goal", Source: "goal reference of Algorand", Syntax: wallet},
	{Names: "gaiad osmosisd junod evmosd wasmd terrad injectived secretd akash celestia-appd neutrond", Source: "Cosmos SDK documentation, tx", Syntax: func() spec.Syntax {
		x := wallet()
		x.Levels = 3
		return x
	}},
}

// wallet returns the syntax of such a client whose subcommands have two words.
func wallet() spec.Syntax {
	return verbs(2, valued(spec.URL, "-r --rpc-url"), values("-u --url", "--network", "--networkId --network-id", "--profile", "--chain-id", "--node", "--rpcserver", "--lightning-dir", "--keypair -k", "--from", "--value", "--account", "--amount"),
		credentials("--private-key", "--mnemonic", "--password"), bools("-y --yes --assume-yes", "--force", "--regtest", "--testnet", "--signet", "--allow-unfunded-recipient", "--generate-only", "--dry-run", "--simulate", "--offline"))
}

// wallet1 is wallet for subcommands of one word.
func wallet1() spec.Syntax {
	x := wallet()
	x.Levels = 1
	return x
}
