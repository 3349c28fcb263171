package io.iamplane.decision.journal;

import java.util.UUID;

/** A block without its records. */
record BlockHead(UUID id, UUID lastId, int decisions, int denied, int stepUp, byte[] filter) {}
