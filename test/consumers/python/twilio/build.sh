python3 -m venv venv
venv/bin/pip install --quiet twilio==9.13.0
