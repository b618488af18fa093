go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --target sdk --package messaging openapi.json
go build -o consumer .
