python3 -m venv venv
venv/bin/pip install --quiet mcp==2.3.0
