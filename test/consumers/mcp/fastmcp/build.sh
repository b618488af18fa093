python3 -m venv venv
venv/bin/pip install --quiet "fastmcp-slim[client]==4.1.6"
