"""Days that are put away, and how the log is read over them (docs/adr/0031-history-by-gaming-day.md).

A detached day lies in the schema ``archive`` with its rows, keys and guards. Views in the schema ``whole`` have the names
of the tables and show both, so a reader that looks there first (``selectors.whole``) sees all that ever was. Only the owner
puts days away.
"""

from django.db import migrations

# A view for each table of which a day lies in the archive; readers of the table may read the view.
VIEWS = """
CREATE FUNCTION tables_whole_refresh() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    root record; columns text; parts text; reader record;
BEGIN
    FOR root IN SELECT r.stem, pg_partition_root(r.parent::regclass)::text AS name FROM tables_day_roots() r LOOP
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
        WHERE attrelid = root.name::regclass AND attnum > 0 AND NOT attisdropped;
        SELECT string_agg(format(' UNION ALL SELECT %s FROM archive.%I', columns, relname), '' ORDER BY relname)
          INTO parts FROM pg_class
        WHERE relnamespace = 'archive'::regnamespace AND relkind = 'r' AND relname ~ ('^' || root.stem || '_[0-9]{8}$');
        EXECUTE format('DROP VIEW IF EXISTS whole.%I', root.name);
        CONTINUE WHEN parts IS NULL;
        EXECUTE format('CREATE VIEW whole.%I AS SELECT %s FROM public.%I%s', root.name, columns, root.name, parts);
        FOR reader IN SELECT a.grantee::regrole AS who FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
                      WHERE c.oid = root.name::regclass AND a.privilege_type = 'SELECT'
                            AND a.grantee NOT IN (0, c.relowner) LOOP
            EXECUTE format('GRANT USAGE ON SCHEMA whole TO %s', reader.who);
            EXECUTE format('GRANT SELECT ON whole.%I TO %s', root.name, reader.who);
        END LOOP;
    END LOOP;
END
$$
"""
# The constraint tells the planner which day a table of the archive has, and spares the scan when it comes back.
DETACH = """
CREATE FUNCTION tables_day_detach(day date) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    root record; leaf text; moved integer := 0;
BEGIN
    FOR root IN SELECT * FROM tables_day_roots() LOOP
        leaf := root.stem || to_char(day, '_YYYYMMDD');
        CONTINUE WHEN to_regclass(format('days.%I', leaf)) IS NULL;
        EXECUTE format('ALTER TABLE days.%I ADD CONSTRAINT of_its_day CHECK (gaming_day = %L)', leaf, day);
        EXECUTE format('ALTER TABLE %s DETACH PARTITION days.%I', root.parent, leaf);
        EXECUTE format('ALTER TABLE days.%I SET SCHEMA archive', leaf);
        moved := moved + 1;
    END LOOP;
    PERFORM tables_whole_refresh();
    RETURN moved;
END
$$
"""
ATTACH = """
CREATE FUNCTION tables_day_attach(day date) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    root record; leaf text; moved integer := 0;
BEGIN
    FOR root IN SELECT * FROM tables_day_roots() LOOP
        leaf := root.stem || to_char(day, '_YYYYMMDD');
        CONTINUE WHEN to_regclass(format('archive.%I', leaf)) IS NULL;
        EXECUTE format('DROP VIEW IF EXISTS whole.%I', pg_partition_root(root.parent::regclass)::text);
        EXECUTE format('ALTER TABLE archive.%I SET SCHEMA days', leaf);
        EXECUTE format('ALTER TABLE %s ATTACH PARTITION days.%I FOR VALUES FROM (%L) TO (%L)',
                       root.parent, leaf, day, day + 1);
        EXECUTE format('ALTER TABLE days.%I DROP CONSTRAINT of_its_day', leaf);
        moved := moved + 1;
    END LOOP;
    PERFORM tables_whole_refresh();
    RETURN moved;
END
$$
"""
ARCHIVED = """
CREATE FUNCTION tables_days_archived() RETURNS SETOF date
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT DISTINCT to_date(right(relname, 8), 'YYYYMMDD') FROM pg_class
    WHERE relnamespace = 'archive'::regnamespace AND relkind = 'r' AND relname ~ '_[0-9]{8}$' ORDER BY 1
$$
"""
OWNERS = ("tables_whole_refresh()", "tables_day_detach(date)", "tables_day_attach(date)")


class Migration(migrations.Migration):
    dependencies = [("tables", "0029_partitions")]
    operations = [
        migrations.RunSQL(["CREATE SCHEMA archive", "CREATE SCHEMA whole"]),
        *[migrations.RunSQL(create) for create in (VIEWS, DETACH, ATTACH, ARCHIVED)],
        migrations.RunSQL([f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC" for name in OWNERS]),
    ]
