go build -o consumer .
