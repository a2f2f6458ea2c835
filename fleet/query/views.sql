-- Questions to the records of a fleet, for DuckDB 1.1 or later:
--
--     shimgen-fleet export >records.ndjson
--     shimgen-fleet views >views.sql
--     duckdb -init views.sql
--
-- All views are made of the first, so that records kept as Parquet need one other line:
--
--     COPY records TO 'records.parquet';
--     CREATE OR REPLACE VIEW records AS FROM 'records.parquet';

CREATE OR REPLACE VIEW records AS
FROM read_json('records.ndjson', format = 'newline_delimited', columns = {
    "team": 'VARCHAR',
    "machine": 'VARCHAR',
    "ts": 'TIMESTAMP',
    "event": 'VARCHAR',
    "command": 'VARCHAR',
    "argv": 'VARCHAR[]',
    "action": 'VARCHAR',
    "allowed": 'BOOLEAN',
    "would": 'VARCHAR',
    "reason": 'VARCHAR',
    "rules": 'VARCHAR[]',
    "findings": 'JSON',
    "changed": 'VARCHAR[]',
    "id": 'VARCHAR',
    "run": 'VARCHAR',
    "agent": 'VARCHAR',
    "session": 'VARCHAR',
    "source": 'VARCHAR',
    "from": 'VARCHAR',
    "host": 'VARCHAR',
    "uid": 'BIGINT',
    "cwd": 'VARCHAR',
    "profile": 'VARCHAR',
    "policy": 'VARCHAR',
    "ring": 'VARCHAR',
    "path": 'VARCHAR',
    "pid": 'BIGINT',
    "ppid": 'BIGINT',
    "cut": 'BOOLEAN',
    "exit": 'BIGINT',
    "signal": 'VARCHAR',
    "timeout": 'BOOLEAN',
    "ms": 'BIGINT',
    "sandbox": 'VARCHAR',
    "stdout_bytes": 'BIGINT',
    "stderr_bytes": 'BIGINT',
    "violations": 'BIGINT',
    "withheld": 'VARCHAR[]',
    "cpu_ms": 'BIGINT',
    "rss_kib": 'BIGINT',
    "step": 'VARCHAR',
    "dir": 'VARCHAR',
    "until": 'VARCHAR',
    "sha256": 'VARCHAR',
    "by": 'VARCHAR',
    "for_machine": 'VARCHAR',
    "end": 'VARCHAR',
    "shim": 'VARCHAR',
    "times": 'BIGINT',
    "port": 'BIGINT',
    "method": 'VARCHAR',
    "fix": 'VARCHAR',
    "entry": 'VARCHAR',
    "count": 'BIGINT',
    "operation": 'VARCHAR',
    "bytes": 'BIGINT',
    "tool": 'VARCHAR',
    "success": 'BOOLEAN',
    "args": 'VARCHAR',
    "backend": 'VARCHAR',
    "model": 'VARCHAR',
    "tokens": 'BIGINT',
    "cost": 'DOUBLE',
    "session_id": 'VARCHAR',
    "user_id": 'VARCHAR',
    "security_profile": 'VARCHAR'
});

-- What was decided about texts (command) and argument vectors (path_proxy). Doctor's own calls of
-- hooks are no work of anybody's.
CREATE OR REPLACE VIEW decisions AS
SELECT
    "ts", "team", "machine", "event", "command", "argv", "action", "allowed", "would", "reason", "rules",
    TRY_CAST("findings" AS VARCHAR[]) AS "findings",
    "changed", "id", "run", "agent", "session", "source", "from", "host", "uid", "cwd", "profile", "policy",
    "ring", "path", "pid", "ppid", "cut"
FROM records
WHERE "event" IN ('command', 'path_proxy') AND "source" IS DISTINCT FROM 'doctor';

-- How commands ended.
CREATE OR REPLACE VIEW outcomes AS
SELECT
    "ts", "team", "machine", "id", "run", "exit", "signal", "timeout", "ms", "sandbox", "pid",
    "stdout_bytes", "stderr_bytes", "violations", "withheld", "cpu_ms", "rss_kib",
    "agent", "session", "source", "from", "host", "uid", "cwd", "profile", "policy"
FROM records
WHERE "event" = 'outcome';

-- The steps of people's answers.
CREATE OR REPLACE VIEW consents AS
SELECT
    "ts", "team", "machine", "step", "id", "run", "command", "dir", "rules", "until", "path", "sha256", "by",
    "for_machine", "reason", "agent", "session", "source", "host", "uid", "cwd", "profile", "policy", "cut"
FROM records
WHERE "event" = 'consent';

-- What sandboxes reached and were refused. With send = "decisions" there is no host: it is a text.
CREATE OR REPLACE VIEW network AS
SELECT
    "ts", "team", "machine", "host", "port", "method", "path", "allowed", "would", "reason", "fix", "entry", "count", "run",
    "agent", "session", "source", "uid", "cwd", "profile", "policy", "cut"
FROM records
WHERE "event" = 'network';

-- Decisions by day (in UTC), team and action. A text and the programs that it starts are judged
-- each, so look at one event at a time; so it is with the next two.
CREATE OR REPLACE VIEW decisions_by_day AS
SELECT CAST("ts" AS DATE) AS "day", "team", "event", "action", count(*) AS "decisions"
FROM decisions
GROUP BY ALL
ORDER BY ALL;

CREATE OR REPLACE VIEW decisions_by_team AS
SELECT "team", "event", "action", count(*) AS "decisions", count(DISTINCT "machine") AS "machines"
FROM decisions
GROUP BY ALL
ORDER BY ALL;

CREATE OR REPLACE VIEW decisions_by_machine AS
SELECT "team", "machine", "event", "action", count(*) AS "decisions", max("ts") AS "last"
FROM decisions
GROUP BY ALL
ORDER BY ALL;

-- Decisions by each of their rules: one of two rules is in two rows.
CREATE OR REPLACE VIEW decisions_by_rule AS
SELECT
    "rule", "action", count(*) AS "decisions",
    count(DISTINCT "team" || '.' || "machine") AS "machines", max("ts") AS "last"
FROM (SELECT *, unnest(list_distinct("rules")) AS "rule" FROM decisions)
GROUP BY "rule", "action"
ORDER BY "rule", "action";

-- What was asked, and how it ended: "yes" at the question itself, "approved" or "declined" later
-- (a consent), "unanswered" where the trail has no answer. What a person says in an agent's own
-- dialog is in no trail; then "exit" tells at least whether it ran. What was carried out after a
-- hook's decision has the same id, and is one ask.
CREATE OR REPLACE VIEW asks AS
WITH asked AS (
    SELECT
        "team", "machine", coalesce("id", CAST("ts" AS VARCHAR)) AS "ask", min("ts") AS "ts",
        any_value(coalesce(array_to_string("argv", ' '), "command")) AS "command", any_value("agent") AS "agent",
        any_value(list_distinct([split_part(f, ' ', 1) FOR f IN "findings" IF split_part(f, ' ', 2) = 'ask'])) AS "rules",
        bool_or(coalesce("allowed", false)) AS "at_once"
    FROM decisions
    WHERE "action" = 'ask'
    GROUP BY "team", "machine", "ask"
), answered AS (
    SELECT
        "team", "machine", "id" AS "ask", bool_or("step" = 'approved') AS "approved",
        arg_max("by", "ts") AS "by", max("ts") AS "answered"
    FROM consents
    WHERE "step" IN ('approved', 'declined')
    GROUP BY "team", "machine", "ask"
), ended AS (
    SELECT "team", "machine", "id" AS "ask", arg_max("exit", "ts") AS "exit"
    FROM outcomes
    GROUP BY "team", "machine", "ask"
)
SELECT
    "ts", "team", "machine", "ask" AS "id", "command", "rules", "agent",
    CASE WHEN "at_once" THEN 'yes' WHEN "approved" THEN 'approved' WHEN "approved" = false THEN 'declined' ELSE 'unanswered' END AS "answer",
    "by", "answered", "exit"
FROM asked LEFT JOIN answered USING ("team", "machine", "ask") LEFT JOIN ended USING ("team", "machine", "ask")
ORDER BY "ts";

-- Rules by how often they asked, and what was answered.
CREATE OR REPLACE VIEW rules_asked AS
SELECT
    "rule", count(*) AS "asked",
    count(*) FILTER ("answer" IN ('yes', 'approved')) AS "approved",
    count(*) FILTER ("answer" = 'declined') AS "declined",
    count(*) FILTER ("answer" = 'unanswered') AS "unanswered"
FROM (SELECT "answer", unnest("rules") AS "rule" FROM asks)
GROUP BY "rule"
ORDER BY "asked" DESC, "rule";

-- What was blocked, by team, the frequent ones first.
CREATE OR REPLACE VIEW blocked_by_team AS
SELECT
    "team", coalesce(array_to_string("argv", ' '), "command") AS "command", "rules",
    count(*) AS "blocked", count(DISTINCT "machine") AS "machines", max("ts") AS "last"
FROM decisions
WHERE "action" = 'block'
GROUP BY ALL
ORDER BY "team", "blocked" DESC, "command";

-- Agents, as they call themselves.
CREATE OR REPLACE VIEW agents AS
SELECT
    "agent", "team", count(DISTINCT "machine") AS "machines", count(DISTINCT "session") AS "sessions",
    count(*) AS "decisions", count(*) FILTER ("action" = 'ask') AS "asked", count(*) FILTER ("action" = 'block') AS "blocked",
    min("ts") AS "first", max("ts") AS "last"
FROM decisions
WHERE "agent" IS NOT NULL
GROUP BY "agent", "team"
ORDER BY "decisions" DESC, "agent", "team";
