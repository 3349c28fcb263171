package io.iamplane.webhook.delivery;

import io.iamplane.shared.WireName;

public enum DeliveryStatus implements WireName {
  /** Behind another one about the same target, where the order counts. */
  WAITING,
  /** To be tried at its time. */
  PENDING,
  /** A worker is at it; stored as pending with a lease, so that it cannot stay so. */
  SENDING,
  DELIVERED,
  /** In the dead-letter queue. */
  DEAD
}
