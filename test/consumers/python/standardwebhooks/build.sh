python3 -m venv venv
venv/bin/pip install --quiet standardwebhooks==1.1.0
