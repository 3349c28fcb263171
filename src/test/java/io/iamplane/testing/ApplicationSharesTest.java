package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;

/** Each class that the build leaves to the shares is in one of them, by its name. */
class ApplicationSharesTest {

  private static final Path SOURCES = Path.of("src/test/java");

  @Test
  void everyTestWithTheApplicationIsInAShare() throws IOException {
    List<String> known = ApplicationShares.classesWithApplication();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file :
          (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
        if (Files.readString(file).lines().anyMatch("@QuarkusTest"::equals)) {
          assertThat(known).contains(name(file));
        }
      }
    }
    assertThat(known).hasSizeGreaterThan(130);
  }

  @Test
  void eachShareHasItsPart() {
    List<String> known = ApplicationShares.classesWithApplication();
    assertThat(known)
        .extracting(ApplicationShares::shareOf)
        .containsOnly(
            "io.iamplane.FirstShareTest",
            "io.iamplane.SecondShareTest",
            "io.iamplane.ThirdShareTest");
    assertThat(
            List.of(
                "io.iamplane.grant.GrantApiTest",
                "io.iamplane.http.OutageApiTest",
                "io.iamplane.signin.SessionsApiTest"))
        .extracting(name -> tuple(known.contains(name), ApplicationShares.shareOf(name)))
        .containsExactly(
            tuple(true, "io.iamplane.FirstShareTest"),
            tuple(true, "io.iamplane.SecondShareTest"),
            tuple(true, "io.iamplane.ThirdShareTest"));
  }

  @Test
  void oneShareHasAllProfiles() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file :
          (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
        if (Files.readString(file).lines().anyMatch(line -> line.startsWith("@TestProfile("))) {
          assertThat(ApplicationShares.shareOf(name(file)))
              .as(name(file))
              .isEqualTo("io.iamplane.SecondShareTest");
        }
      }
    }
  }

  /** Decides by the tags of classes and of their tests, without discovery of excluded ones. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "change.BatchFaultsDbTest | true | true | true",
        "grant.GrantApiTest | true | false | false",
        "key.seal.vault.VaultOutageApiTest | false | true | false",
        "decision.snapshot.LargeTenantStressDbTest | false | false | true"
      })
  void classesWithoutTestsThatRunAreLeftOut(
      String name, boolean verify, boolean ci, boolean stress) {
    String full = "io.iamplane." + name;
    assertThat(ApplicationShares.mayRun(full, "", "stress,bench,native,ci")).isEqualTo(verify);
    assertThat(ApplicationShares.mayRun(full, "native | ci", "stress,bench")).isEqualTo(ci);
    assertThat(ApplicationShares.mayRun(full, "stress", "bench")).isEqualTo(stress);
  }

  /** Discovery by the build, in a process without tests. */
  @ParameterizedTest
  @CsvSource({"ci, true", "stress, true", "other, false"})
  void sharesAreThereToBeAskedAboutInARunOfATag(String tag, boolean there) {
    UniqueId engine = UniqueId.forEngine("application-shares");
    LauncherDiscoveryRequest asked =
        request()
            .selectors(selectClass("io.iamplane.FirstShareTest"))
            .filters(TagFilter.includeTags(tag))
            .build();
    String process = System.clearProperty("test.process");
    try {
      TestDescriptor promise =
          new ApplicationShares().discover(asked, engine).getChildren().iterator().next();
      assertThat(asked.getPostDiscoveryFilters())
          .allMatch(filter -> filter.apply(promise).included() == there);
    } finally {
      if (process != null) {
        System.setProperty("test.process", process);
      }
    }
  }

  @Test
  void severalTagsThoseOfAParentAndOtherExpressionsCount() {
    assertThat(ApplicationShares.mayRun(Child.class.getName(), "ci", "")).isTrue();
    assertThat(ApplicationShares.mayRun(Child.class.getName(), "bench", "")).isTrue();
    assertThat(ApplicationShares.mayRun(Child.class.getName(), "stress", "")).isFalse();
    assertThat(ApplicationShares.mayRun(Child.class.getName(), "!stress", "")).isTrue();
    assertThat(ApplicationShares.mayRun(Child.class.getName(), "", "native")).isFalse();
  }

  @Tag("native")
  static class Parent {

    @Tag("ci")
    @Tag("bench")
    void tagged() {}
  }

  static final class Child extends Parent {}

  @Test
  void singleTestOfAShareIsFoundAgain() {
    UniqueId engine = UniqueId.forEngine("application-shares");
    UniqueId test =
        engine
            .append("class", ApplicationSharesTest.class.getName())
            .append("method", "eachShareHasItsPart()");
    TestDescriptor found =
        new ApplicationShares().discover(request().selectors(selectUniqueId(test)).build(), engine);
    assertThat(found.getDescendants()).hasSize(2);
    assertThat(found.findByUniqueId(test)).isPresent();
  }

  @Test
  void testsOfOtherEnginesAreNotItsOwn() {
    UniqueId engine = UniqueId.forEngine("application-shares");
    UniqueId other =
        UniqueId.forEngine("junit-jupiter").append("class", ApplicationSharesTest.class.getName());
    TestDescriptor found =
        new ApplicationShares()
            .discover(request().selectors(selectUniqueId(other)).build(), engine);
    assertThat(found.getDescendants()).isEmpty();
  }

  private static String name(Path file) {
    return SOURCES.relativize(file).toString().replace(".java", "").replace('/', '.');
  }
}
