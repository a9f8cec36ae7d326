"""The log and the bets in partitions by gaming day, and the functions that make them (docs/adr/0031).

All rows are copied in one transaction: a migration that is stopped leaves the house as it was. The owner of the
schema makes partitions; the app's role may only ask for a day (``tables_day_add``), so that it needs no right to make
or drop tables.
"""

from django.db import migrations, models

# Splits a table that is not partitioned yet. ``source`` selects the new table's columns from ``<root>_unsplit``, those
# that the old one has in their order and then ``added``. Indexes, triggers with their comments, and grants go along.
SPLIT = """
CREATE FUNCTION tables_split(root text, key text, by_round boolean, added text, source text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    old regclass; stem text := root; one record; indexes text[]; day date; there bigint; moved bigint;
BEGIN
    EXECUTE format('ALTER TABLE %I RENAME TO %I', root, root || '_unsplit');
    old := (quote_ident(root || '_unsplit'))::regclass;
    SELECT array_agg(coalesce('ALTER TABLE public.' || root || ' ADD CONSTRAINT ' || c.conname || ' '
                              || pg_get_constraintdef(c.oid),
                              replace(pg_get_indexdef(i.indexrelid), root || '_unsplit', root)) ORDER BY i.indexrelid)
      INTO indexes FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'u'
     WHERE i.indrelid = old AND NOT i.indisprimary;
    FOR one IN SELECT i.indexrelid::regclass AS name, c.conname FROM pg_index i
               LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'u'
               WHERE i.indrelid = old AND NOT i.indisprimary LOOP
        IF one.conname IS NULL THEN
            EXECUTE format('DROP INDEX %s', one.name);
        ELSE
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', old, one.conname);
        END IF;
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED%s)'
                   ' PARTITION BY %s', root, old, added, CASE WHEN by_round THEN 'LIST (round)' ELSE 'RANGE (gaming_day)' END);
    IF by_round THEN
        stem := root || '_play';
        EXECUTE format('CREATE TABLE days.%I PARTITION OF %I (PRIMARY KEY (%s)) FOR VALUES IN (NULL)',
                       root || '_papers', root, key);
        EXECUTE format('CREATE TABLE days.%I PARTITION OF %I DEFAULT PARTITION BY RANGE (gaming_day)', stem, root);
    END IF;
    EXECUTE format('CREATE TABLE days.%I PARTITION OF %s (PRIMARY KEY (%s)) DEFAULT',
                   stem || '_other', CASE WHEN by_round THEN 'days.' || stem ELSE root END, key);
    FOR one IN SELECT unnest(indexes) AS made LOOP
        IF by_round THEN
            one.made := replace(one.made, 'public.' || root, 'days.' || CASE WHEN one.made LIKE '%round IS NULL%'
                                THEN root || '_papers' ELSE stem END);
        END IF;
        EXECUTE one.made;
    END LOOP;
    FOR day IN EXECUTE format('SELECT DISTINCT gaming_day FROM (%s) s', source)
                       || CASE WHEN by_round THEN ' WHERE round IS NOT NULL' ELSE '' END LOOP
        PERFORM tables_leaf_add(CASE WHEN by_round THEN 'days.' || stem ELSE root END, stem, day);
    END LOOP;
    EXECUTE format('INSERT INTO %I (%s) %s', root, (
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = root::regclass AND attnum > 0 AND attgenerated = ''), source);
    GET DIAGNOSTICS moved = ROW_COUNT;
    EXECUTE format('SELECT count(*) FROM %s', old) INTO there;
    IF moved <> there THEN
        RAISE EXCEPTION '% has % rows, and a day is known of %', root, there, moved USING ERRCODE = 'check_violation';
    END IF;
    FOR one IN SELECT t.oid, t.tgname AS name, c.oid::regclass AS place, c.oid::regclass = root::regclass AS ours
               FROM pg_trigger t CROSS JOIN pg_partition_tree(root) p JOIN pg_class c ON c.oid = p.relid
               WHERE t.tgrelid = old AND NOT t.tgisinternal LOOP
        PERFORM tables_trigger_copy(one.oid, old::text, one.place::text, one.ours);
    END LOOP;
    FOR one IN SELECT a.privilege_type AS right, a.grantee::regrole AS who FROM pg_class c
               CROSS JOIN aclexplode(c.relacl) a WHERE c.oid = old AND a.grantee NOT IN (0, c.relowner) LOOP
        EXECUTE format('GRANT %s ON %I TO %s', one.right, root, one.who);
    END LOOP;
    EXECUTE format('DROP TABLE %s', old);
END
$$
"""
# A trigger of a table for another one. Those of partitions have names that the tool for the models' triggers passes over.
TRIGGER_COPY = """
CREATE FUNCTION tables_trigger_copy(trigger_oid oid, origin text, target text, same_name boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    trigger_name text; told text; said text;
BEGIN
    SELECT tgname, pg_get_triggerdef(oid), obj_description(oid, 'pg_trigger') INTO trigger_name, told, said
    FROM pg_trigger WHERE oid = trigger_oid;
    told := replace(replace(told, ' ON public.' || origin || ' ', ' ON ' || target || ' '),
                    ' ON ' || origin || ' ', ' ON ' || target || ' ');
    IF NOT same_name THEN
        told := replace(told, trigger_name, replace(trigger_name, 'pgtrigger_', 'day_'));
        -- The function of the trigger keeps its name.
        told := regexp_replace(told, 'EXECUTE FUNCTION (\\w+\\.)?day_', 'EXECUTE FUNCTION \\1pgtrigger_');
    END IF;
    EXECUTE told;
    IF same_name AND said IS NOT NULL THEN
        EXECUTE format('COMMENT ON TRIGGER %I ON %s IS %L', trigger_name, target, said);
    END IF;
END
$$
"""
# The partition of a day below ``parent``: like the default one, whose rows of that day move into it.
LEAF_ADD = """
CREATE FUNCTION tables_leaf_add(parent text, stem text, day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    other text := format('days.%I', stem || '_other');
    leaf text := format('days.%I', stem || to_char(day, '_YYYYMMDD'));
    moved bigint; columns text; one record;
BEGIN
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', other);
    EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', leaf, other);
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
    WHERE attrelid = other::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    EXECUTE format('INSERT INTO %s (%s) SELECT %s FROM %s WHERE gaming_day = %L', leaf, columns, columns, other, day);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved > 0 THEN
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', other);
        EXECUTE format('DELETE FROM %s WHERE gaming_day = %L', other, day);
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', other);
    END IF;
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, leaf, day, day + 1);
    FOR one IN SELECT oid FROM pg_trigger WHERE tgrelid = other::regclass AND NOT tgisinternal LOOP
        PERFORM tables_trigger_copy(one.oid, other, leaf, false);
    END LOOP;
END
$$
"""
# Which tables are split by gaming day: name of the table, of its default partition without "_other".
ROOTS = """
CREATE FUNCTION tables_day_roots() RETURNS TABLE (parent text, stem text)
LANGUAGE sql STABLE AS $$
    SELECT i.inhparent::regclass::text, left(c.relname, -6)
    FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'days' AND c.relname LIKE '%\\_other' AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'
    ORDER BY 1
$$
"""
DAYS_MISSING = """
CREATE FUNCTION tables_days_missing(first date, last date) RETURNS SETOF date
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT * FROM tables_day_roots() LOOP
        RETURN QUERY SELECT d::date FROM generate_series(first, last, interval '1 day') d
            WHERE to_regclass(format('days.%I', one.stem || to_char(d, '_YYYYMMDD'))) IS NULL;
        RETURN QUERY EXECUTE format('SELECT DISTINCT gaming_day FROM days.%I', one.stem || '_other');
    END LOOP;
END
$$
"""
DAY_ADD = """
CREATE FUNCTION tables_day_add(day date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
    one record; made integer := 0;
BEGIN
    IF day > current_date + 100 THEN
        RAISE EXCEPTION 'day % is too far ahead', day USING ERRCODE = 'check_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('tables_day_add'));
    FOR one IN SELECT * FROM tables_day_roots() LOOP
        IF to_regclass(format('days.%I', one.stem || to_char(day, '_YYYYMMDD'))) IS NULL THEN
            PERFORM tables_leaf_add(one.parent, one.stem, day);
            made := made + 1;
        END IF;
    END LOOP;
    RETURN made;
END
$$
"""
FUNCTIONS = (
    ("tables_trigger_copy(oid, text, text, boolean)", TRIGGER_COPY),
    ("tables_leaf_add(text, text, date)", LEAF_ADD),
    ("tables_split(text, text, boolean, text, text)", SPLIT),
    ("tables_day_roots()", ROOTS),
    ("tables_days_missing(date, date)", DAYS_MISSING),
    ("tables_day_add(date)", DAY_ADD),
)
SPLIT_LOG = """
SELECT tables_split('tables_event', 'stream_id, seq', true, '', 'SELECT * FROM tables_event_unsplit');
"""
# A bet's day is that of the event that laid it.
SPLIT_BETS = """
SELECT tables_split('tables_bet', 'table_id, round_number, number', false, ', gaming_day date NOT NULL', $source$
    SELECT b.*, laid.gaming_day FROM tables_bet_unsplit b JOIN (
        SELECT s.table_id, e.round, (l.laid ->> 'bet')::bigint AS number, max(e.gaming_day) AS gaming_day
        FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
        CROSS JOIN LATERAL jsonb_array_elements(e.body::jsonb -> 'data' -> 'laid') AS l(laid)
        WHERE e.round IS NOT NULL AND e.body LIKE '%"laid":[{%'
        GROUP BY 1, 2, 3
    ) laid ON laid.table_id = b.table_id AND laid.round = b.round_number AND laid.number = b.number
$source$);
"""
# The crowd's bets and settlements have always had the day on which the round's crowd began.
SPLIT_CROWD = """
SELECT tables_split('tables_crowdbet', 'gaming_day, stream_id, round, line', false, '',
                    'SELECT * FROM tables_crowdbet_unsplit');
SELECT tables_split('tables_crowdsettlement', 'gaming_day, stream_id, round, entry, line', false, '',
                    'SELECT * FROM tables_crowdsettlement_unsplit');
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0028_stream_days")]
    operations = [
        migrations.RunSQL("CREATE SCHEMA days"),
        *[migrations.RunSQL(create) for _, create in FUNCTIONS],
        migrations.RunSQL([f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC" for name, _ in FUNCTIONS]),
        migrations.RunSQL(SPLIT_LOG),
        migrations.RunSQL(SPLIT_CROWD),
        migrations.RunSQL(
            SPLIT_BETS,
            state_operations=[
                migrations.AddField(
                    model_name="bet",
                    name="gaming_day",
                    field=models.DateField(help_text="of the event that laid it"),
                    preserve_default=False,
                )
            ],
        ),
    ]
