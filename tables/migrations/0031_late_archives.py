"""A gaming day that is put away more than once (docs/adr/0031-history-by-gaming-day.md).

A clock that is set far back writes to a day whose partition has left, and the day gets another one. It is put away
under a name with a number (``tables_bet_20260304_2``), so that nothing in the archive is ever written to again. All of
them are read, and all come back as one partition.
"""

from django.db import migrations

VIEWS = """
CREATE OR REPLACE FUNCTION tables_whole_refresh() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    root record; columns text; parts text; reader record;
BEGIN
    FOR root IN SELECT r.stem, pg_partition_root(r.parent::regclass)::text AS name FROM tables_day_roots() r LOOP
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
        WHERE attrelid = root.name::regclass AND attnum > 0 AND NOT attisdropped;
        SELECT string_agg(format(' UNION ALL SELECT %s FROM archive.%I', columns, relname), '' ORDER BY relname)
          INTO parts FROM pg_class
        WHERE relnamespace = 'archive'::regnamespace AND relkind = 'r'
              AND relname ~ ('^' || root.stem || '_[0-9]{8}(_[0-9]+)?$');
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
# The tables of the archive that hold rows of what was one partition, the first that was put away before the others.
PARTS = """
CREATE FUNCTION tables_archive_parts(leaf text) RETURNS TABLE (name text, number integer)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT relname::text, coalesce(nullif(substr(relname, length(leaf) + 2), ''), '1')::integer AS number FROM pg_class
    WHERE relnamespace = 'archive'::regnamespace AND relkind = 'r' AND relname ~ ('^' || leaf || '(_[0-9]+)?$')
    ORDER BY number
$$
"""
# The constraint tells the planner which day a table of the archive has, and spares the scan when it comes back. Indexes
# share the names of their schema with tables, so those of a later part get numbers of their own.
DETACH = """
CREATE OR REPLACE FUNCTION tables_day_detach(day date) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    root record; leaf text; part text; earlier integer; has_rows boolean; one record; moved integer := 0;
BEGIN
    FOR root IN SELECT * FROM tables_day_roots() LOOP
        leaf := root.stem || to_char(day, '_YYYYMMDD');
        CONTINUE WHEN to_regclass(format('days.%I', leaf)) IS NULL;
        EXECUTE format('ALTER TABLE %s DETACH PARTITION days.%I', root.parent, leaf);
        SELECT max(number) INTO earlier FROM tables_archive_parts(leaf);
        part := leaf;
        IF earlier IS NOT NULL THEN
            EXECUTE format('SELECT EXISTS (SELECT FROM days.%I)', leaf) INTO has_rows;
            IF NOT has_rows THEN
                EXECUTE format('DROP TABLE days.%I', leaf);
                CONTINUE;
            END IF;
            part := leaf || '_' || earlier + 1;
            EXECUTE format('ALTER TABLE days.%I RENAME TO %I', leaf, part);
            FOR one IN SELECT indexrelid::regclass AS index, row_number() OVER (ORDER BY indexrelid) AS number
                       FROM pg_index WHERE indrelid = format('days.%I', part)::regclass LOOP
                EXECUTE format('ALTER INDEX %s RENAME TO %I', one.index, part || '_index_' || one.number);
            END LOOP;
        END IF;
        EXECUTE format('ALTER TABLE days.%I ADD CONSTRAINT of_its_day CHECK (gaming_day = %L)', part, day);
        EXECUTE format('ALTER TABLE days.%I SET SCHEMA archive', part);
        moved := moved + 1;
    END LOOP;
    PERFORM tables_whole_refresh();
    RETURN moved;
END
$$
"""
# A late partition of the day goes first where the others are: then all parts fill the first one, and so do rows that
# came since and have no partition.
ATTACH = """
CREATE OR REPLACE FUNCTION tables_day_attach(day date) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    root record; leaf text; other text; columns text; part record; late bigint; moved integer := 0;
BEGIN
    IF day NOT IN (SELECT tables_days_archived()) THEN
        RETURN 0;
    END IF;
    PERFORM tables_day_detach(day);
    FOR root IN SELECT * FROM tables_day_roots() LOOP
        leaf := root.stem || to_char(day, '_YYYYMMDD');
        other := format('days.%I', root.stem || '_other');
        CONTINUE WHEN to_regclass(format('archive.%I', leaf)) IS NULL;
        EXECUTE format('DROP VIEW IF EXISTS whole.%I', pg_partition_root(root.parent::regclass)::text);
        EXECUTE format('ALTER TABLE archive.%I SET SCHEMA days', leaf);
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
        WHERE attrelid = format('days.%I', leaf)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        FOR part IN SELECT name FROM tables_archive_parts(leaf) LOOP
            EXECUTE format('INSERT INTO days.%I (%s) SELECT %s FROM archive.%I', leaf, columns, columns, part.name);
            EXECUTE format('DROP TABLE archive.%I', part.name);
        END LOOP;
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', other);
        EXECUTE format('INSERT INTO days.%I (%s) SELECT %s FROM %s WHERE gaming_day = %L',
                       leaf, columns, columns, other, day);
        GET DIAGNOSTICS late = ROW_COUNT;
        IF late > 0 THEN
            EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', other);
            EXECUTE format('DELETE FROM %s WHERE gaming_day = %L', other, day);
            EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', other);
        END IF;
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
CREATE OR REPLACE FUNCTION tables_days_archived() RETURNS SETOF date
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT DISTINCT to_date(substring(relname FROM '_([0-9]{8})(?:_[0-9]+)?$'), 'YYYYMMDD') AS day FROM pg_class
    WHERE relnamespace = 'archive'::regnamespace AND relkind = 'r' AND relname ~ '_[0-9]{8}(_[0-9]+)?$' ORDER BY day
$$
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0030_archive")]
    operations = [
        *[migrations.RunSQL(create) for create in (VIEWS, PARTS, DETACH, ATTACH, ARCHIVED)],
        migrations.RunSQL("REVOKE ALL ON FUNCTION tables_archive_parts(text) FROM PUBLIC"),
    ]
