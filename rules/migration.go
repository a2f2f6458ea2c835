package rules

import "github.com/agent-loop/shimgen/grammar"

// migrations are the rules about tools that make and unmake a database's
// tables. None of their names says which database that is.
var migrations = []Rule{
	{
		ID: "migrate.prisma", Class: Destructive, Program: "prisma", Operand: "reset",
		Reason: "drops the database and makes it anew without its data",
		Hint:   "`prisma migrate status` shows what is applied",
		Hits:   []string{"prisma migrate reset", "npx prisma migrate reset --force"},
		Misses: []string{"prisma migrate dev", "prisma migrate status", "prisma generate"},
	},
	{
		ID: "migrate.prisma-loss", Class: Destructive, Program: "prisma", Any: "--accept-data-loss --force-reset",
		Reason: "drops the columns and tables that the schema does not have",
		Hint:   "`prisma db push` without that option stops where data would be lost",
		Hits:   []string{"prisma db push --accept-data-loss", "npx prisma db push --force-reset"},
		Misses: []string{"prisma db push", "prisma db pull"},
	},
	{
		ID: "migrate.rails", Class: Destructive, Program: "rails rake", Operand: "db:drop db:drop:* db:reset db:purge db:migrate:reset db:schema:load db:truncate_all",
		Reason: "drops the database or its tables",
		Hint:   "`rails db:migrate:status` shows what is applied",
		Hits:   []string{"rails db:drop", "rails db:reset", "rake db:schema:load", "bundle exec rails db:migrate:reset", "bin/rails db:drop:all"},
		Misses: []string{"rails db:migrate", "rails db:status", "rake test", "rails routes"},
	},
	{
		ID: "migrate.artisan", Class: Destructive, Program: "php artisan", Operand: "db:wipe migrate:fresh migrate:reset migrate:refresh",
		Reason: "drops all tables of the database",
		Hint:   "`php artisan migrate:status` shows what is applied",
		Hits:   []string{"php artisan migrate:fresh --seed", "php artisan db:wipe --force", "./artisan migrate:refresh"},
		Misses: []string{"php artisan migrate", "php artisan migrate:status", "php artisan route:list"},
	},
	{
		ID: "migrate.django", Class: Destructive, Program: "manage.py django-admin", Operand: "flush reset_db",
		Reason: "deletes all rows of the database, or the database",
		Hint:   "`django-admin showmigrations` shows what is applied",
		Hits:   []string{"./manage.py flush --no-input", "django-admin flush", "./manage.py reset_db"},
		Misses: []string{"./manage.py migrate", "django-admin showmigrations", "./manage.py sqlflush"},
	},
	{
		ID: "migrate.django-python", Class: Destructive, Program: "python", Effect: grammar.Runs | grammar.Evaluates, Value: "manage.py */manage.py", Operand: "flush reset_db zero",
		Reason: "deletes all rows of the database, or the database",
		Hint:   "`django-admin showmigrations` shows what is applied",
		Hits:   []string{"python manage.py flush --noinput", "python3 ./manage.py reset_db", "python manage.py migrate app zero"},
		Misses: []string{"python manage.py migrate", "python manage.py sqlflush", "python x.py flush"},
	},
	{
		ID: "migrate.alembic", Class: Destructive, Program: "alembic flask", Operand: "base",
		Reason: "undoes every migration, with the tables they made",
		Hint:   "`alembic current` shows where it stands",
		Hits:   []string{"alembic downgrade base", "alembic -c a.ini downgrade base"},
		Misses: []string{"alembic upgrade head", "alembic downgrade -1", "alembic current"},
	},
	{
		ID: "migrate.flyway", Class: Destructive, Program: "flyway", Operand: "clean",
		Reason: "drops everything in the schemas it is configured for",
		Hint:   "`flyway info` shows what is applied",
		Hits:   []string{"flyway clean", "flyway -url=jdbc:x clean migrate"},
		Misses: []string{"flyway migrate", "flyway info"},
	},
	{
		ID: "migrate.liquibase", Class: Destructive, Program: "liquibase", Operand: "drop-all dropAll rollback* execute-sql",
		Reason: "drops tables, or undoes what was done to them",
		Hint:   "`liquibase status` shows what is applied",
		Hits:   []string{"liquibase drop-all", "liquibase --url=x dropAll", "liquibase rollback-count 3"},
		Misses: []string{"liquibase update", "liquibase status", "liquibase validate"},
	},
	{
		ID: "migrate.node", Class: Destructive, Program: "sequelize sequelize-cli typeorm mikro-orm", Operand: "db:drop db:migrate:undo:all schema:drop database:drop migration:fresh schema:fresh",
		Reason: "drops the database or its tables",
		Hint:   "`sequelize db:migrate:status` shows what is applied",
		Hits:   []string{"sequelize db:drop", "npx sequelize-cli db:migrate:undo:all", "typeorm schema:drop -d ds.ts", "mikro-orm schema:fresh --run"},
		Misses: []string{"sequelize db:migrate", "typeorm migration:run", "mikro-orm schema:update"},
	},
	{
		ID: "migrate.knex", Class: Destructive, Program: "knex", Operand: "migrate:rollback migrate:down migrate:unlock", Any: "--all",
		Reason: "undoes every migration, with the tables they made",
		Hint:   "`knex migrate:list` shows what is applied",
		Hits:   []string{"knex migrate:rollback --all", "npx knex migrate:rollback --all --env production"},
		Misses: []string{"knex migrate:rollback", "knex migrate:latest", "knex migrate:list"},
	},
	{
		ID: "migrate.mix", Class: Destructive, Program: "mix", Operand: "ecto.drop ecto.reset",
		Reason: "drops the database",
		Hint:   "`mix ecto.migrations` shows what is applied",
		Hits:   []string{"mix ecto.drop", "MIX_ENV=prod mix ecto.reset"},
		Misses: []string{"mix ecto.migrate", "mix test", "mix ecto.migrations"},
	},
	{
		ID: "migrate.diesel", Class: Destructive, Program: "diesel sqlx", Operand: "reset drop",
		Reason: "drops the database and makes it anew without its data",
		Hint:   "`diesel migration list` shows what is applied",
		Hits:   []string{"diesel database reset", "sqlx database drop -y", "sqlx database reset"},
		Misses: []string{"diesel migration run", "sqlx migrate run", "sqlx database create"},
	},
	{
		ID: "migrate.other", Class: Destructive, Program: "dbmate goose migrate drizzle-kit", Operand: "drop reset down-to",
		Reason: "drops the database or undoes its migrations",
		Hint:   "`dbmate status` shows what is applied",
		Hits:   []string{"dbmate drop", "goose down-to 0", "goose reset", "migrate -database x -path m drop -f", "drizzle-kit drop"},
		Misses: []string{"dbmate up", "goose up", "migrate -path m up", "drizzle-kit generate"},
	},
	{
		ID: "migrate.hosted", Class: Destructive, Program: "neonctl neon pscale turso atlas mongocli aiven", Operand: "delete destroy clean terminate",
		Reason: "deletes a database that a service holds",
		Hint:   "`turso db list` shows what there is",
		Hits:   []string{"neonctl branches delete x", "pscale database delete x --force", "turso db destroy x -y", "atlas clusters delete x", "atlas schema clean -u x"},
		Misses: []string{"turso db list", "pscale branch create x y", "atlas clusters list", "neonctl projects list"},
	},
	{
		ID: "db.influx", Class: Destructive, Program: "influx", Operand: "delete",
		Reason: "deletes buckets or what was measured",
		Hint:   "`influx bucket list` shows what there is",
		Hits:   []string{"influx bucket delete -n x", "influx delete --bucket x --start a --stop b"},
		Misses: []string{"influx bucket list", "influx query x", "influx write delete.lp -b x"},
	},
	{
		ID: "db.zookeeper", Class: Destructive, Program: "zookeeper-shell zookeeper-shell.sh zkCli.sh zkCli", Operand: "delete deleteall rmr",
		Reason: "deletes nodes that services keep their state in",
		Hint:   "`zkCli.sh ls /` shows what there is",
		Hits:   []string{"zookeeper-shell h:2181 deleteall /x", "zkCli.sh -server h rmr /x"},
		Misses: []string{"zookeeper-shell h ls /", "zkCli.sh -server h get /delete"},
	},
}
