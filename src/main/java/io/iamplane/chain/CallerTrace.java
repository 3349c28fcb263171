package io.iamplane.chain;

import io.iamplane.shared.Caller;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The origin of a request in its record, as {@code iam.audit.caller} says. */
@Singleton
class CallerTrace implements StartUpCheck {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAX_USER_AGENT = 512;
  private static final int MIN_PEPPER = 16;

  private final AuditConfig config;

  CallerTrace(AuditConfig config) {
    this.config = config;
  }

  /** Returns true if records have the caller's own values, which must be erasable. */
  boolean isErasable() {
    return config.caller() == AuditConfig.CallerMode.FULL;
  }

  @Nullable String address(Caller.Origin origin) {
    return shown(origin.address());
  }

  @Nullable String userAgent(Caller.Origin origin) {
    String text = origin.userAgent();
    return shown(
        text == null || text.length() <= MAX_USER_AGENT ? text : text.substring(0, MAX_USER_AGENT));
  }

  @Override
  public List<Finding> findings() {
    boolean guessable =
        config.pepper().filter(pepper -> pepper.strip().length() >= MIN_PEPPER).isEmpty();
    return config.caller() == AuditConfig.CallerMode.HASH && guessable
        ? List.of(
            Finding.severe(
                "iam.audit.pepper",
                "not set or too short, so hashed addresses can be guessed",
                "set it (or IAM_AUDIT_PEPPER) to at least 16 random characters"))
        : List.of();
  }

  private @Nullable String shown(@Nullable String value) {
    if (value == null) {
      return null;
    }
    return switch (config.caller()) {
      case FULL -> value;
      case HASH -> "hmac-sha256:" + hmac(value);
      case NONE -> null;
    };
  }

  private String hmac(String value) {
    String pepper =
        config.pepper().orElseThrow(() -> new IllegalStateException("iam.audit.pepper is not set"));
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(pepper.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(value.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is not available", e);
    }
  }
}
