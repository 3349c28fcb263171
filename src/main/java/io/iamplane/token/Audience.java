package io.iamplane.token;

import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The audience of this API's tokens, which is the only one that tokens of this server have. If
 * unset in production, no token is valid.
 */
@Singleton
public class Audience {

  /** The parameter that names who a token is for (RFC 8707, section 2); may be given repeatedly. */
  public static final String RESOURCE = "resource";

  static final String PROPERTY = "iam.admin.audience";
  static final String DEVELOPMENT = "iam-admin";
  private static final Logger LOG = Logger.getLogger(Audience.class);

  private final Optional<String> value;

  Audience(AdminConfig config, LaunchMode mode) {
    Optional<String> configured = config.audience().filter(audience -> !audience.isBlank());
    if (configured.isEmpty() && mode != LaunchMode.NORMAL) {
      LOG.infof("%s is not set; development uses %s", PROPERTY, DEVELOPMENT);
      configured = Optional.of(DEVELOPMENT);
    }
    this.value = configured;
  }

  /** Empty when none is configured: then nothing is issued and nothing accepted. */
  Optional<String> value() {
    return value;
  }

  /**
   * Returns true if a token for this API is for all of the resources that a request names, letter
   * by letter; a request may name none.
   */
  public boolean isFor(List<String> resources) {
    return resources.stream().allMatch(each -> value.filter(each::equals).isPresent());
  }
}
