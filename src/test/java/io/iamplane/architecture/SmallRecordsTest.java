package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import io.iamplane.architecture.fixtures.Tiny;
import io.iamplane.architecture.fixtures.TinyUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A record of under ten lines that one class uses is nested in it, and has no file of its own. */
class SmallRecordsTest {

  private static final int LINES = 10;
  private static final Path MAIN = Path.of("src/main/java");
  private static final Path TEST = Path.of("src/test/java");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  private static final Pattern HEADER = Pattern.compile("(package|import) .*");

  @Test
  void smallRecordsAreNestedInTheirOnlyUser() {
    assertThat(alone(MAIN).inApplication()).isEmpty();
  }

  @Test
  void aSmallRecordInAFileOfItsOwnIsReported() {
    assertThat(alone(TEST).inFixtures(Tiny.class, TinyUser.class))
        .containsExactly(
            Tiny.class.getName() + " is used by " + TinyUser.class.getName() + " alone");
    assertThat(alone(TEST).inFixtures(Tiny.class, TinyUser.class, Object.class, TwoUsers.class))
        .as("two users")
        .isEmpty();
  }

  private static Rule alone(Path sources) {
    return type -> {
      if (!type.isRecord() || type.getEnclosingClass().isPresent()) {
        return Stream.empty();
      }
      Set<String> users = users(type);
      return users.size() == 1 && lines(sources, type) < LINES
          ? users.stream().map(user -> type.getName() + " is used by " + user + " alone")
          : Stream.empty();
    };
  }

  /** The classes of files that use a record. */
  private static Set<String> users(JavaClass type) {
    return type.getDirectDependenciesToSelf().stream()
        .map(Dependency::getOriginClass)
        .map(SmallRecordsTest::file)
        .filter(user -> !user.equals(type))
        .map(JavaClass::getName)
        .collect(Collectors.toSet());
  }

  private static JavaClass file(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }

  /** Counts the lines that are not comments, blank, imports or the package. */
  private static long lines(Path sources, JavaClass type) {
    try {
      String text = Files.readString(sources.resolve(type.getName().replace('.', '/') + ".java"));
      return COMMENT
          .matcher(text)
          .replaceAll("")
          .lines()
          .filter(line -> !line.isBlank() && !HEADER.matcher(line).matches())
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class TwoUsers {
    static int size(Tiny tiny) {
      return tiny.size();
    }
  }
}
