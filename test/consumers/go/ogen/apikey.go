package main

import (
	"context"

	"github.com/ogen-go/ogen/ogenerrors"

	messaging "example.com/consumer/sdk"
)

// apiKey authenticates every request, by the header X-API-Key alone.
type apiKey string

func (key apiKey) ApiKeyHeader(context.Context, messaging.OperationName) (messaging.ApiKeyHeader, error) {
	return messaging.ApiKeyHeader{APIKey: string(key)}, nil
}

func (apiKey) ApiKeyBearer(context.Context, messaging.OperationName) (messaging.ApiKeyBearer, error) {
	return messaging.ApiKeyBearer{}, ogenerrors.ErrSkipClientSecurity
}

func (apiKey) ApiKeyQuery(context.Context, messaging.OperationName) (messaging.ApiKeyQuery, error) {
	return messaging.ApiKeyQuery{}, ogenerrors.ErrSkipClientSecurity
}

func (apiKey) ProviderSignature(
	context.Context, messaging.OperationName,
) (messaging.ProviderSignature, error) {
	return messaging.ProviderSignature{}, ogenerrors.ErrSkipClientSecurity
}
