package io.iamplane.testing;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures the log of a class, or of all of them. */
public final class LogCapture {

  private LogCapture() {}

  /** The lines that a class logs while something is done, each with its parameters at the end. */
  public static List<String> during(Class<?> logging, Runnable what) {
    return during(logging.getName(), what);
  }

  /** All lines that are logged while something is done. */
  public static List<String> during(Runnable what) {
    return during("", what);
  }

  private static List<String> during(String name, Runnable what) {
    List<String> lines = new CopyOnWriteArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            lines.add(
                record.getMessage()
                    + Arrays.toString(record.getParameters())
                    + (record.getThrown() == null ? "" : record.getThrown()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(name);
    logger.addHandler(listener);
    try {
      what.run();
    } finally {
      logger.removeHandler(listener);
    }
    return lines;
  }
}
