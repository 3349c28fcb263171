package io.iamplane.bootstrap.development;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.graalvm.nativeimage.ImageInfo;

/**
 * Points the datasource of a development start at an embedded PostgreSQL, unless one is configured.
 *
 * <p>It is a config source because the address must be known before the datasource is built. The
 * configuration is built more than once in a process and again at every live reload, so that the
 * address is kept in a system property: one database serves them all.
 */
public final class EmbeddedDatabaseConfig implements ConfigSourceFactory {

  private static final String URL = "quarkus.datasource.jdbc.url";

  /** Not below {@code iam.}, where a key that no mapping knows stops the start. */
  private static final String STARTED = "io.iamplane.bootstrap.development.database.url";

  /** Relative to the project's folder, in which development mode runs. */
  private static final Path DIRECTORY = Path.of(".data");

  /** Below the sources that people set (environment 300, .env 295), above our own file (250). */
  private static final int ORDINAL = 260;

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    // Before anything else: a production artifact has no ImageInfo on its class path.
    if (!context.getProfiles().contains("dev") || isSet(context, URL)) {
      return List.of();
    }
    // What follows is dead code in an image: the database's classes are not on its class path.
    if (ImageInfo.inImageCode()) {
      return List.of();
    }
    Map<String, String> settings =
        Map.of(
            URL,
            startOnce(),
            "quarkus.datasource.username",
            "postgres",
            "quarkus.datasource.password",
            "postgres");
    return List.of(new PropertiesConfigSource(settings, "embedded PostgreSQL", ORDINAL));
  }

  private static boolean isSet(ConfigSourceContext context, String name) {
    var value = context.getValue(name);
    return value != null && value.getValue() != null && !value.getValue().isEmpty();
  }

  private static synchronized String startOnce() {
    String url = System.getProperty(STARTED);
    if (url == null) {
      url = EmbeddedDatabase.start(DIRECTORY);
      System.setProperty(STARTED, url);
    }
    return url;
  }
}
