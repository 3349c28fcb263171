package io.iamplane.testing.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The steps of a path into JSON, of the forms that REST Assured has too:
 *
 * <ul>
 *   <li>{@code name} or {@code 'na.me'}: a member of an object; of a list, that of each element
 *   <li>{@code [1]}: an element of a list
 *   <li>{@code size()}: how many members or elements there are
 *   <li><code>find { it.name == 'value' }</code>: the first element of which this is true, with
 *       {@code ==} or {@code !=}
 *   <li><code>findAll { it.name == 'value' }</code>: all of them
 * </ul>
 *
 * An empty path and {@code $} are the whole.
 */
final class PathSteps {

  private static final Pattern STEP =
      Pattern.compile(
          "(?<size>size\\(\\))"
              + "|(?<find>find|findAll) \\{ it\\.(?<of>[\\w.]+) (?<sign>==|!=) '(?<value>[^']*)' }"
              + "|\\[(?<index>\\d+)]"
              + "|'(?<quoted>[^']+)'"
              + "|(?<name>[\\w-]+)");

  private static final Map<String, PathSteps> KNOWN = new ConcurrentHashMap<>();

  private final String path;
  private final List<UnaryOperator<Object>> steps = new ArrayList<>();

  private PathSteps(String path) {
    this.path = path;
    Matcher matcher = STEP.matcher(path);
    int at = path.equals("$") ? 1 : 0;
    while (at < path.length()) {
      if (!matcher.region(at, path.length()).lookingAt()) {
        throw new IllegalArgumentException("a path has no such step: " + path.substring(at));
      }
      steps.add(step(matcher));
      at = matcher.end();
      if (path.startsWith(".", at) && at + 1 < path.length()) {
        at++;
      }
    }
  }

  static PathSteps of(String path) {
    return KNOWN.computeIfAbsent(path, PathSteps::new);
  }

  private static UnaryOperator<Object> step(Matcher step) {
    if (step.group("size") != null) {
      return PathSteps::size;
    }
    if (step.group("find") != null) {
      return found(step);
    }
    if (step.group("index") != null) {
      int index = Integer.parseInt(step.group("index"));
      return whole -> element((List<?>) whole, index);
    }
    String name = Objects.requireNonNullElse(step.group("quoted"), step.group("name"));
    return whole -> member(whole, name);
  }

  private static UnaryOperator<Object> found(Matcher step) {
    PathSteps of = new PathSteps(step.group("of"));
    boolean equal = step.group("sign").equals("==");
    String value = step.group("value");
    Predicate<Object> holds = element -> equal == value.equals(of.of(element));
    if (step.group("find").equals("find")) {
      return whole -> ((List<?>) whole).stream().filter(holds).findFirst().orElse(null);
    }
    return whole -> ((List<?>) whole).stream().filter(holds).toList();
  }

  /** Reads the value; null if a step has no value to start from. */
  Object of(Object root) {
    Object here = root;
    for (UnaryOperator<Object> step : steps) {
      if (here == null) {
        return null;
      }
      try {
        here = step.apply(here);
      } catch (ClassCastException e) {
        throw new AssertionError("There is no %s in %s".formatted(path, root), e);
      }
    }
    return here;
  }

  private static Object size(Object whole) {
    return whole instanceof Map<?, ?> object ? object.size() : ((Collection<?>) whole).size();
  }

  private static Object element(List<?> whole, int index) {
    return index < whole.size() ? whole.get(index) : null;
  }

  private static Object member(Object whole, String name) {
    if (whole instanceof List<?> list) {
      return list.stream().filter(Objects::nonNull).map(each -> member(each, name)).toList();
    }
    return ((Map<?, ?>) whole).get(name);
  }
}
