openapi-generator-cli generate -g python -i openapi.json -o sdk --additional-properties packageName=messaging_client
python3 -m venv venv
venv/bin/pip install --quiet ./sdk standardwebhooks==1.1.0
