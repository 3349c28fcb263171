package io.iamplane.ops;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Predicate;
import java.util.logging.Logger;

/**
 * A process without memory must end. {@link OutOfMemoryExit} ends it for each error that is logged
 * or caught by nothing; the JVM's own flag ends it for those, too, that code catches silently. A
 * start without the flag warns, and goes on.
 */
@Singleton
class MemoryCheck implements StartUpCheck {

  static final String FLAG = "-XX:+ExitOnOutOfMemoryError";

  private final Predicate<String> flagIsSet;

  @Inject
  MemoryCheck() {
    this(MemoryCheck::isSet);
  }

  MemoryCheck(Predicate<String> flagIsSet) {
    this.flagIsSet = flagIsSet;
  }

  @Override
  public List<Finding> findings() {
    return flagIsSet.test("ExitOnOutOfMemoryError") || flagIsSet.test("CrashOnOutOfMemoryError")
        ? List.of()
        : List.of(
            Finding.warning(
                FLAG,
                "this JVM option is not set: the process exits on an OutOfMemoryError that is"
                    + " logged or uncaught, but survives one that code catches silently",
                "start the process as java " + FLAG + " -jar …, or set JAVA_TOOL_OPTIONS=" + FLAG));
  }

  /** Commands and servers alike; a test's JVM and dev mode stay as they are. */
  void atStart(@Observes StartupEvent event, LaunchMode mode) {
    if (mode == LaunchMode.NORMAL) {
      watch();
    }
  }

  static void watch() {
    OutOfMemoryExit exit = new OutOfMemoryExit(Thread.getDefaultUncaughtExceptionHandler());
    Logger.getLogger("").addHandler(exit);
    Thread.setDefaultUncaughtExceptionHandler(exit);
  }

  /** A native executable has the flag built in and no such bean. */
  private static boolean isSet(String option) {
    if (System.getProperty("org.graalvm.nativeimage.imagecode") != null) {
      return true;
    }
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return jvm != null && Boolean.parseBoolean(jvm.getVMOption(option).getValue());
  }
}
