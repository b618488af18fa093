python3 -m venv venv
source venv/bin/activate
pip install --quiet openapi-python-client==0.29.1 standardwebhooks==1.1.0
openapi-python-client generate --path openapi.json --output-path sdk --meta setup
pip install --quiet ./sdk
