package io.iamplane.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MutantWeaverTest {

  /** Code with one place of each kind. */
  public static final class Sample implements Sampled {

    @Override
    public String answers(int number, List<String> seen) {
      seen.clear();
      int count = number;
      count++;
      long wide = 3L + number;
      String bound = number < 5 ? "below" : "above";
      String known = seen == null ? "null" : "known";
      return count
          + " "
          + wide
          + " "
          + bound
          + " "
          + known
          + " "
          + isEven(number)
          + " "
          + size()
          + " "
          + isKnown()
          + " "
          + seen;
    }

    private static boolean isEven(int number) {
      return Integer.lowestOneBit(number) == 2;
    }

    private static int size() {
      return Integer.parseInt("7");
    }

    private static boolean isKnown() {
      return true;
    }
  }

  /** A type that both loaders share. */
  public interface Sampled {
    String answers(int number, List<String> seen);
  }

  private static final String PLAIN = "6 8 above known false 7 true []";

  private Sampled sample;

  @BeforeEach
  void aWovenClass() throws Exception {
    Mutants.activate(Mutants.NONE);
    Mutants.forgetReached();
    sample = (Sampled) new Woven().loadClass(Sample.class.getName()).getConstructor().newInstance();
  }

  @AfterEach
  void noMutant() {
    Mutants.activate(Mutants.NONE);
  }

  @Test
  void wovenClassDoesWhatItDidBefore() {
    assertThat(answer()).isEqualTo(new Sample().answers(5, list())).isEqualTo(PLAIN);
  }

  @Test
  void eachMutantDoesSomethingElse() {
    String _ = answer();
    Map<String, String> answers = new TreeMap<>();
    for (Mutants.Reached mutant : Mutants.living()) {
      if (mutant.differs()) {
        Mutants.activate(mutant.number());
        answers.put(mutant.name().replaceAll(".*?,(.*?),.*,(.*),(.*)", "$1 $2 $3"), answer());
      }
    }
    assertThat(answers)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("answers 1 left out", "6 8 above known false 7 true [seen]"),
                Map.entry("answers 2 increment", "4 8 above known false 7 true []"),
                Map.entry("answers 3 math", "6 -2 above known false 7 true []"),
                Map.entry("answers 4 bound", "6 8 below known false 7 true []"),
                Map.entry("answers 4 negated", "6 8 below known false 7 true []"),
                Map.entry("answers 5 negated", "6 8 above null false 7 true []"),
                Map.entry("isEven 1 negated", "6 8 above known true 7 true []"),
                Map.entry("isEven 2 true", "6 8 above known true 7 true []"),
                Map.entry("isKnown 1 false", "6 8 above known false 7 false []"),
                Map.entry("size 1 zero", "6 8 above known false 0 true []")));
  }

  private static List<String> list() {
    return new ArrayList<>(List.of("seen"));
  }

  private String answer() {
    return sample.answers(5, list());
  }

  /** Loads the sample with its mutants. */
  private static final class Woven extends ClassLoader {

    Woven() {
      super(MutantWeaverTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Sample.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] woven = MutantWeaver.weave(code.readAllBytes(), this);
        return defineClass(name, woven, 0, woven.length);
      } catch (IOException unread) {
        throw new ClassNotFoundException(name, unread);
      }
    }
  }
}
