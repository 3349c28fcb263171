package io.iamplane.token;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** The audience of tokens for this API. */
@ConfigMapping(prefix = "iam.admin")
public interface AdminConfig {

  /** {@code IAM_ADMIN_AUDIENCE}: a token without it in {@code aud} is not for this API. */
  Optional<String> audience();
}
