go build -o consumer main.go
