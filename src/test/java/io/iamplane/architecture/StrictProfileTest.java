package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.architecture.fixtures.PublicEntity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules that the strict profile passes to Error Prone are the ones that the list explains. */
class StrictProfileTest {

  private static final Path LIST = Path.of("config/errorprone.properties");
  private static final Pattern FLAG = Pattern.compile("-Xep:(\\w+):(\\w+)");

  @Test
  void thePomPassesTheRulesOfTheList() throws IOException {
    Set<String> flags = new TreeSet<>();
    Matcher flag = FLAG.matcher(Files.readString(Path.of("pom.xml")));
    while (flag.find()) {
      flags.add(flag.group(1) + "=" + flag.group(2));
    }

    assertThat(flags).isNotEmpty().isEqualTo(new TreeSet<>(rules()));
  }

  @Test
  void everyRuleHasAReason() throws IOException {
    String before = "";
    for (String line : Files.readAllLines(LIST)) {
      if (!line.startsWith("#") && !line.isBlank()) {
        assertThat(before).as("the line above %s", line).isNotBlank();
      }
      before = line;
    }
  }

  @Test
  void everyPackageDeclaresThatNothingIsNull() {
    Rule nullMarked =
        type ->
            type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked")
                ? Stream.empty()
                : Stream.of(type.getPackageName() + " is not @NullMarked");

    assertThat(nullMarked.inApplication()).isEmpty();
    assertThat(nullMarked.inFixtures(PublicEntity.class))
        .containsExactly("io.iamplane.architecture.fixtures is not @NullMarked");
  }

  private static List<String> rules() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .toList();
  }
}
