package io.iamplane.governance.review;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

@RegisterForReflection
public record CampaignId(UUID value) {

  static CampaignId next() {
    return new CampaignId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<CampaignId> parse(String text) {
    return UuidV7.parse(text).map(CampaignId::new);
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}
