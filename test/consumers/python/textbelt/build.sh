python3 -m venv venv
venv/bin/pip install --quiet 'textbelt-utils[async]==0.3.2' requests==2.32.5
