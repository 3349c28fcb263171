package io.iamplane.decision.journal;

import java.util.UUID;

/** What is known of a block without its records. */
record BlockHead(UUID id, UUID lastId, int decisions, int denied, int stepUp, byte[] filter) {}
