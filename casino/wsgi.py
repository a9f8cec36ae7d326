"""Plain WSGI, for a server of the operator's choice. It cannot carry `/events/`: route those to `casino.asgi`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
