package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.user.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An erasure blanks every member that a record keeps beside the chain. */
class FreeTextTest {

  private static final Pattern MEMBERS =
      Pattern.compile("Set<String> personalMembers\\(\\) \\{\\s+return ([^;]+);");
  private static final Pattern NAME = Pattern.compile("\"([a-z_]+)\"");

  @Test
  void eachPersonalMemberIsFreeText() throws IOException {
    Set<String> members = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        MEMBERS
            .matcher(Files.readString(file))
            .results()
            .map(found -> found.group(1))
            .flatMap(text -> NAME.matcher(text).results())
            .map(MatchResult::group)
            .map(quoted -> quoted.substring(1, quoted.length() - 1))
            .forEach(members::add);
      }
    }
    assertThat(members).contains("condition", "named_condition", "steps", "reason");
    members.removeAll(Blanking.FREE_TEXT);
    assertThat(members).isSubsetOf(User.PERSONAL);
  }
}
