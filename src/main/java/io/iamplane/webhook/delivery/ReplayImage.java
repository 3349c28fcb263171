package io.iamplane.webhook.delivery;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** What the audit log shows of dead letters of one webhook that were sent again. */
@RegisterForReflection
record ReplayImage(int deadLetters) {}
