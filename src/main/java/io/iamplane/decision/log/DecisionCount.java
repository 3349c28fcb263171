package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;

/**
 * How many decisions of one kind there were in a minute.
 *
 * @param minute in minutes since 1970
 * @param application the key; empty for one that is unknown
 * @param key the permission, or {@code type#relation}; empty for one that is unknown
 * @param logged whether they are in the log; else they found no room
 */
public record DecisionCount(
    OrganizationId organization,
    long minute,
    String application,
    String key,
    ReasonCode reason,
    boolean logged,
    long number) {}
