package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.Forbidden;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls that a native image cannot follow, a test cannot control, or that bypass the log. */
class ForbiddenCallsTest {

  /** Each reflective class that may be used, by the class that may, with the reason. */
  private static final Map<String, String> REFLECTION_ALLOWED =
      Map.of(
          // JAX-RS hands the matched method out as a reflective one, to read its annotations; it is
          // neither looked up nor called. Quarkus registers it for native images.
          "io.iamplane.http.PermissionFilter", "java.lang.reflect.Method",
          // It hands out a body's type, too, for the reader of JSON.
          "io.iamplane.http.PatchReader", "java.lang.reflect.Type",
          "io.iamplane.http.ParameterFilter", "java.lang.reflect.Method");

  private static final Set<String> REFLECTIVE_TYPES =
      Set.of(
          "java.lang.invoke.MethodHandle",
          "java.lang.invoke.MethodHandles",
          "java.lang.invoke.VarHandle",
          "java.util.ServiceLoader");

  /** The one place that reads the system's clock. */
  private static final String CLOCK_PRODUCER = "io.iamplane.ops.ClockProducer";

  @Test
  void nothingIsFoundByReflection() {
    assertThat(reflection().inApplication()).isEmpty();
    assertThat(reflection().inFixtures(Forbidden.class))
        .anyMatch(violation -> violation.endsWith(" uses java.lang.reflect.Proxy"))
        .anyMatch(violation -> violation.endsWith(" uses java.util.ServiceLoader"))
        .anyMatch(violation -> violation.endsWith(" uses java.lang.invoke.MethodHandles"))
        .anyMatch(violation -> violation.endsWith(" calls Class.forName"))
        .anyMatch(violation -> violation.endsWith(" calls Class.getDeclaredFields"));
  }

  @Test
  void timeComesFromTheInjectedClockAndTicker() {
    assertThat(clock().inApplication()).isEmpty();
    assertThat(clock().inFixtures(Forbidden.class))
        .extracting(violation -> violation.substring(violation.lastIndexOf(' ') + 1))
        .containsExactlyInAnyOrder(
            "Instant.now",
            "LocalDate.now",
            "System.currentTimeMillis",
            "System.nanoTime",
            "Clock.systemUTC",
            "Date.<init>");
  }

  @Test
  void onlyCommandsWriteToStandardOutput() {
    assertThat(output().inApplication()).isEmpty();
    assertThat(output().inFixtures(Forbidden.class))
        .anyMatch(violation -> violation.endsWith(" uses System.out"))
        .anyMatch(violation -> violation.endsWith(" uses System.err"))
        .anyMatch(violation -> violation.endsWith(".printStackTrace"));
  }

  private static Rule reflection() {
    return type -> Stream.concat(reflectiveTypes(type), reflectiveCalls(type));
  }

  private static Stream<String> reflectiveTypes(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(dependency -> dependency.getTargetClass().getBaseComponentType().getName())
        .filter(used -> used.startsWith("java.lang.reflect.") || REFLECTIVE_TYPES.contains(used))
        .filter(used -> !used.equals(REFLECTION_ALLOWED.get(type.getName())))
        .map(used -> type.getName() + " uses " + used);
  }

  private static Stream<String> reflectiveCalls(JavaClass type) {
    return type.getAccessesFromSelf().stream()
        .filter(access -> access.getTargetOwner().isEquivalentTo(Class.class))
        .map(access -> access.getTarget().getName())
        .filter(
            name -> name.matches("forName|newInstance|get(Declared)?(Method|Field|Constructor)s?"))
        .map(name -> type.getName() + " calls Class." + name);
  }

  private static Rule clock() {
    return type ->
        type.getName().equals(CLOCK_PRODUCER) || isCommand(type)
            ? Stream.empty()
            : type.getAccessesFromSelf().stream()
                .map(JavaAccess::getTarget)
                .filter(ForbiddenCallsTest::readsTheSystemClock)
                .map(target -> type.getName() + " calls " + call(target));
  }

  private static boolean readsTheSystemClock(AccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isEquivalentTo(System.class)) {
      return name.equals("currentTimeMillis") || name.equals("nanoTime");
    }
    if (owner.isEquivalentTo(Clock.class)) {
      return name.startsWith("system") || name.startsWith("tick");
    }
    boolean asksTheGivenClock =
        target instanceof AccessTarget.CodeUnitAccessTarget unit
            && unit.getRawParameterTypes().stream()
                .anyMatch(each -> each.isEquivalentTo(Clock.class));
    boolean dateOfNow =
        owner.isEquivalentTo(java.util.Date.class)
            && target instanceof AccessTarget.ConstructorCallTarget constructor
            && constructor.getRawParameterTypes().isEmpty();
    boolean now = owner.getPackageName().equals("java.time") && name.equals("now");
    return dateOfNow || (now && !asksTheGivenClock);
  }

  private static Rule output() {
    return type ->
        isCommand(type)
            ? Stream.empty()
            : type.getAccessesFromSelf().stream()
                .map(JavaAccess::getTarget)
                .filter(target ->
                    target.getName().equals("printStackTrace")
                        || (target.getOwner().isEquivalentTo(System.class)
                            && target.getName().matches("out|err")))
                .map(target -> type.getName() + " uses " + call(target));
  }

  private static boolean isCommand(JavaClass type) {
    return type.getPackageName().matches("io\\.iamplane\\.(cli|development)(\\..*)?");
  }

  private static String call(AccessTarget target) {
    return target.getOwner().getSimpleName() + "." + target.getName();
  }
}
