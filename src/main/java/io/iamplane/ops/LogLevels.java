package io.iamplane.ops;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Changes levels while the service runs, as a file says that its operator writes. There is no
 * endpoint for it: a port that changes the log would need an authentication of its own.
 */
@Singleton
class LogLevels {

  private static final org.jboss.logging.Logger LOG =
      org.jboss.logging.Logger.getLogger(LogLevels.class);

  private static final int MAX_BYTES = 64 * 1024;

  private final @Nullable Path file;

  /** By category; a logger that nothing holds would forget its level. */
  private final Map<String, Changed> changed = new HashMap<>();

  private String last = "";

  private record Changed(Logger logger, @Nullable Level before) {}

  LogLevels(LogConfig config) {
    this.file = config.levelsFile().orElse(null);
  }

  @Scheduled(every = "5s", concurrentExecution = ConcurrentExecution.SKIP)
  void refresh() {
    if (file == null) {
      return;
    }
    String text = read(file);
    if (text != null && !text.equals(last)) {
      last = text;
      apply(LogLevelLines.of(text));
    }
  }

  /** Reads the file; null if it cannot be read now, which keeps the present levels. */
  private static @Nullable String read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      LOG.warnf(
          "could not read iam.log.levels-file (%s); keeping the current log levels",
          e.getClass().getSimpleName());
      return null;
    }
  }

  private void apply(LogLevelLines lines) {
    lines.faults().forEach(fault -> LOG.warnf("iam.log.levels-file: %s", fault));
    changed
        .entrySet()
        .removeIf(entry -> {
          boolean over = !lines.levels().containsKey(entry.getKey());
          if (over) {
            entry.getValue().logger().setLevel(entry.getValue().before());
            LOG.warnf("restored the previous log level of %s", entry.getKey());
          }
          return over;
        });
    lines.levels().forEach(this::set);
  }

  private void set(String category, Level level) {
    Changed one =
        changed.computeIfAbsent(
            category,
            name -> {
              Logger logger = Logger.getLogger(name);
              return new Changed(logger, logger.getLevel());
            });
    if (!level.equals(one.logger().getLevel())) {
      one.logger().setLevel(level);
      // Seen at the usual levels of commands, too: who reads the log should know that it changed.
      LOG.warnf("changed the log level of %s as set in iam.log.levels-file", category);
    }
  }
}
