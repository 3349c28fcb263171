package io.iamplane.directory.client;

import io.iamplane.shared.Secret;

/** A client and its secret, which is shown to its owner now and never again. */
public record IssuedClient(String clientId, Secret secret) {}
