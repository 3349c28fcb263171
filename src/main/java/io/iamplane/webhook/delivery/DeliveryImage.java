package io.iamplane.webhook.delivery;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** A delivery as an audit record shows it. */
@RegisterForReflection
record DeliveryImage(
    String id, String webhookId, long seq, String eventType, DeliveryStatus status) {

  static DeliveryImage of(Delivery delivery, DeliveryStatus status) {
    return new DeliveryImage(
        delivery.id().toString(),
        delivery.webhook().toString(),
        delivery.seq(),
        delivery.eventType(),
        status);
  }
}
