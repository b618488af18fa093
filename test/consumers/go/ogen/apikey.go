package main

import (
	"context"

	"github.com/ogen-go/ogen/ogenerrors"

	messaging "example.com/consumer/sdk"
)

// apiKey authenticates every request, by the header X-API-Key alone. The embedded interface stands for what this program
// needs for no operation: signatures of callbacks, and the keys of doors.
type apiKey struct {
	messaging.SecuritySource
	value string
}

func (key apiKey) ApiKeyHeader(context.Context, messaging.OperationName) (messaging.ApiKeyHeader, error) {
	return messaging.ApiKeyHeader{APIKey: key.value}, nil
}

func (apiKey) ApiKeyBearer(context.Context, messaging.OperationName) (messaging.ApiKeyBearer, error) {
	return messaging.ApiKeyBearer{}, ogenerrors.ErrSkipClientSecurity
}

func (apiKey) ApiKeyQuery(context.Context, messaging.OperationName) (messaging.ApiKeyQuery, error) {
	return messaging.ApiKeyQuery{}, ogenerrors.ErrSkipClientSecurity
}
