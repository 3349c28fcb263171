package io.iamplane.directory.client;

import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.UUID;

/** The key of a row of {@code iam_clients}. */
@Embeddable
record ClientKey(UUID organizationId, String clientId) implements Serializable {}
