package io.iamplane.ops;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import java.util.Optional;

/** The service's log, prefix {@code iam.log}; its form is the framework's to set. */
@ConfigMapping(prefix = "iam.log")
public interface LogConfig {

  /**
   * A file of levels that count while it has them, a line such as {@code io.iamplane.token=DEBUG}
   * for each category. It is read again every 5 s, and may be missing.
   */
  Optional<Path> levelsFile();
}
