package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.architecture.fixtures.Impure;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Code that computes answers knows neither the container nor the database, and is tested without.
 */
class PurityTest {

  private static final String LANGUAGE = Rule.BASE + ".language";
  private static final String ENGINE = Rule.BASE + ".decision.engine";
  private static final String MANIFEST = Rule.BASE + ".catalog.document";
  private static final String MIGRATE = Rule.BASE + ".migrate";
  private static final String TREE = Rule.BASE + ".chain.tree";
  private static final String NOTE = Rule.BASE + ".chain.note";
  private static final String LIFECYCLE = Rule.BASE + ".key.lifecycle";
  private static final String TARGET = Rule.BASE + ".webhook.target";
  private static final String SIGNATURE = Rule.BASE + ".webhook.signature";
  private static final String RETRY = Rule.BASE + ".webhook.retry";

  /** Digests and signatures, which the JDK computes. */
  private static final String CRYPTOGRAPHY = "java.security";

  private static final String SHARED = Rule.BASE + ".shared";
  private static final String NETWORKS = SHARED + ".net";
  private static final String JSON = SHARED + ".json";

  /**
   * Null annotations are no behaviour; re2j matches in linear time, which java.util.regex cannot.
   */
  private static final List<String> LIBRARIES = List.of("org.jspecify.", "com.google.re2j.");

  /** Readers of JSON and YAML, and the annotation that registers a record for a native image. */
  private static final List<String> READERS =
      List.of(
          "com.fasterxml.jackson",
          "org.yaml.snakeyaml",
          "java.io",
          "io.quarkus.runtime.annotations");

  private static final List<String> JAVA =
      List.of("java.lang.", "java.util.", "java.time.", "java.math.", "java.nio.", "java.net.");

  private static final Set<String> TRACE_CONTRACT =
      Set.of(
          Tracer.class.getName(),
          Span.class.getName(),
          SpanName.class.getName(),
          SpanAttribute.class.getName());

  @Test
  void languageIsPure() {
    assertThat(pure(LANGUAGE, List.of(LANGUAGE)).inApplication()).isEmpty();
  }

  @Test
  void networksArePure() {
    assertThat(pure(NETWORKS, List.of(NETWORKS)).inApplication()).isEmpty();
  }

  @Test
  void readingJsonIsPureButForItsSyntax() {
    assertThat(pure(JSON, List.of(JSON, "com.fasterxml.jackson")).inApplication()).isEmpty();
  }

  /** The hash of names is keyed with random numbers, on which no answer depends. */
  @Test
  void engineIsPure() {
    assertThat(pure(ENGINE, List.of(ENGINE, LANGUAGE, CRYPTOGRAPHY)).inApplication()).isEmpty();
  }

  @Test
  void manifestsArePureButForTheirSyntax() {
    List<String> packages = new ArrayList<>(READERS);
    packages.addAll(List.of(MANIFEST, LANGUAGE, JSON));

    assertThat(pure(MANIFEST, packages).inApplication()).isEmpty();
  }

  @Test
  void modelsOfOtherSystemsArePureButForTheirSyntax() {
    List<String> packages = new ArrayList<>(READERS);
    packages.addAll(List.of(MIGRATE, MANIFEST, LANGUAGE, ENGINE));

    assertThat(pure(MIGRATE, packages).inApplication()).isEmpty();
  }

  @Test
  void merkleTreesArePure() {
    assertThat(pure(TREE, List.of(TREE, CRYPTOGRAPHY)).inApplication()).isEmpty();
  }

  @Test
  void livesOfKeysArePure() {
    assertThat(pure(LIFECYCLE, List.of(LIFECYCLE)).inApplication()).isEmpty();
  }

  @Test
  void signedNotesArePure() {
    assertThat(pure(NOTE, List.of(NOTE, TREE, CRYPTOGRAPHY)).inApplication()).isEmpty();
  }

  @Test
  void whatWebhooksAreHeldToIsPure() {
    assertThat(pure(TARGET, List.of(TARGET)).inApplication()).isEmpty();
    assertThat(pure(RETRY, List.of(RETRY)).inApplication()).isEmpty();
    assertThat(pure(SIGNATURE, List.of(SIGNATURE, CRYPTOGRAPHY, "javax.crypto")).inApplication())
        .isEmpty();
  }

  @Test
  void containerAndDatabaseAreReported() {
    assertThat(pure(Rule.BASE + ".architecture.fixtures", List.of()).inFixtures(Impure.class))
        .containsExactly(
            Impure.class.getName() + " uses io.iamplane.shared.trace.LogTracer",
            Impure.class.getName() + " uses io.iamplane.shared.wire.CurrentCaller",
            Impure.class.getName() + " uses jakarta.inject.Inject",
            Impure.class.getName() + " uses java.sql.Connection");
  }

  private static Rule pure(String of, List<String> packages) {
    return type ->
        type.getDirectDependenciesFromSelf().stream()
            .filter(dependency -> isIn(type.getPackageName(), of))
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .filter(target -> !target.isPrimitive() && !target.equals(type))
            .filter(
                target -> packages.stream().noneMatch(own -> isIn(target.getPackageName(), own)))
            .filter(target -> !isAllowed(target.getPackageName(), target.getName()))
            .map(target -> type.getName() + " uses " + target.getName());
  }

  private static boolean isAllowed(String packageName, String name) {
    return packageName.equals(SHARED)
        || packageName.equals(NETWORKS)
        || TRACE_CONTRACT.contains(name)
        || JAVA.stream().anyMatch(name::startsWith)
        || LIBRARIES.stream().anyMatch(name::startsWith);
  }

  private static boolean isIn(String packageName, String parent) {
    return packageName.equals(parent) || packageName.startsWith(parent + ".");
  }
}
