# One image for web, workers and scheduler; docker-compose.yml says which is which.
FROM python:3.12-slim-bookworm

LABEL org.opencontainers.image.title="Sealed Orders" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --system --uid 10001 --home-dir /srv/sealed-orders --create-home sealed
WORKDIR /srv/sealed-orders

COPY requirements.lock ./
RUN pip install --no-deps --require-hashes -r requirements.lock

COPY manage.py pyproject.toml ./
COPY pbem pbem
COPY games games
COPY api api
COPY worker worker
COPY locale locale
COPY docs/players docs/players
# Bytecode once, in the image: else each process compiles all sources at each start, a second of a processor.
RUN python -m compileall -q api games pbem worker \
    && PBEM_SECRET_KEY=build-time-only python manage.py collectstatic --noinput --verbosity 0 \
    && rm -rf var && install -d -o sealed -m 0700 /data

USER sealed
ENV PBEM_DATA_DIR=/data
VOLUME /data
EXPOSE 8000

CMD ["gunicorn", "pbem.wsgi:application", "--preload", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", \
     "--workers", "2", "--threads", "8", "--worker-tmp-dir", "/dev/shm", "--no-control-socket", \
     "--logger-class", "pbem.access_log.RouteLogger", "--access-logfile", "-"]
