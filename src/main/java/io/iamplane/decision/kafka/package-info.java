/** Writes decisions into a topic of Kafka. Nothing here runs unless that sink is chosen. */
@NullMarked
package io.iamplane.decision.kafka;

import org.jspecify.annotations.NullMarked;
