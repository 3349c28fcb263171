package io.iamplane.catalog.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.iamplane.shared.WireName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The members of one JSON object of a manifest. Whatever is wrong is added to the faults with its
 * place, and reading goes on without it. A member that is null is absent; an empty list is an empty
 * object, as PHP writes it.
 */
final class Members {

  private final String place;
  private final JsonNode object;
  private final ManifestFaults faults;
  private final boolean unreadable;

  private Members(String place, JsonNode object, ManifestFaults faults, boolean unreadable) {
    this.place = place;
    this.object = object;
    this.faults = faults;
    this.unreadable = unreadable;
  }

  /** Reads an object; an empty one when it is not an object. Unknown members are errors. */
  static Members of(String place, JsonNode node, Set<String> known, ManifestFaults faults) {
    if (!node.isObject()) {
      boolean unreadable = !node.isArray() || !node.isEmpty();
      if (unreadable) {
        faults.add(place, "must be an object");
      }
      return new Members(place, JsonNodeFactory.instance.objectNode(), faults, unreadable);
    }
    Members members = new Members(place, node, faults, false);
    node.fieldNames()
        .forEachRemaining(name -> {
          if (!known.contains(name)) {
            members.fault(
                name,
                "unknown field; allowed: "
                    + known.stream().sorted().collect(Collectors.joining(", ")));
          }
        });
    return members;
  }

  /** One element of a list. */
  record Element(String member, String text) {}

  String place() {
    return place;
  }

  String place(String member) {
    return place.isEmpty() ? member : place + "." + member;
  }

  void fault(String member, String message) {
    faults.add(place(member), message);
  }

  /** A fault whose message takes work: it is made only while faults are kept. */
  void fault(String member, Supplier<String> message) {
    faults.add(place(member), faults.isFull() ? "" : message.get());
  }

  boolean has(String member) {
    return object.hasNonNull(member);
  }

  /** An object; an empty one when it is absent. */
  Members object(String member, Set<String> known) {
    JsonNode node = has(member) ? object.path(member) : JsonNodeFactory.instance.objectNode();
    return of(place(member), node, known, faults);
  }

  /** A member that has to be there, unless there is no object to hold it: whether it is. */
  boolean require(String member) {
    if (!has(member) && !unreadable) {
      fault(member, "is required");
    }
    return has(member);
  }

  /** One line; null when it is absent or invalid. */
  @Nullable String line(String member, int max) {
    String text = text(member);
    return text == null ? null : fit(member, text, Texts.faultOfLine(text, max));
  }

  /** Some lines; null when they are absent or invalid. */
  @Nullable String lines(String member, int max) {
    String text = text(member);
    return text == null ? null : fit(member, text, Texts.faultOfLines(text, max));
  }

  /** A text of any kind; null when it is absent or another type. */
  @Nullable String text(String member) {
    if (!has(member)) {
      return null;
    }
    JsonNode value = object.path(member);
    if (!value.isTextual()) {
      fault(member, "must be a string");
      return null;
    }
    return value.textValue();
  }

  private @Nullable String fit(String member, String text, @Nullable String fault) {
    if (fault == null) {
      return text;
    }
    fault(member, fault);
    return null;
  }

  /** True or false; null when it is absent or invalid. */
  @Nullable Boolean flag(String member) {
    if (!has(member)) {
      return null;
    }
    JsonNode value = object.path(member);
    if (!value.isBoolean()) {
      fault(member, "must be true or false");
      return null;
    }
    return value.booleanValue();
  }

  /** One of an enum's wire names; null when it is absent or invalid. */
  <E extends Enum<E> & WireName> @Nullable E choice(String member, E[] values) {
    String text = text(member);
    if (text == null) {
      return null;
    }
    for (E value : values) {
      if (value.wire().equals(text)) {
        return value;
      }
    }
    fault(
        member,
        "must be one of "
            + Stream.of(values).map(WireName::wire).collect(Collectors.joining(", ")));
    return null;
  }

  /** The objects of a list, none when it is absent; null when the list cannot be read at all. */
  @Nullable List<Members> objects(String member, int max, Set<String> known) {
    JsonNode list = list(member, max);
    if (list == null) {
      return null;
    }
    List<Members> objects = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      objects.add(of(place(member) + "[" + i + "]", list.get(i), known, faults));
    }
    return objects;
  }

  /** The strings of a list, empty when it is absent; invalid ones are left out. */
  List<Element> texts(String member, int max, int maxLength) {
    List<Element> texts = new ArrayList<>();
    JsonNode list = list(member, max);
    for (int i = 0; list != null && i < list.size(); i++) {
      String at = member + "[" + i + "]";
      JsonNode element = list.get(i);
      String fault =
          element.isTextual()
              ? Texts.faultOfLine(element.textValue(), maxLength)
              : "must be a string";
      if (fault == null) {
        texts.add(new Element(at, element.textValue()));
      } else {
        fault(at, fault);
      }
    }
    return texts;
  }

  private @Nullable JsonNode list(String member, int max) {
    if (!has(member)) {
      return JsonNodeFactory.instance.arrayNode();
    }
    JsonNode list = object.path(member);
    if (!list.isArray()) {
      fault(member, "must be a list");
      return null;
    }
    if (list.size() > max) {
      fault(member, "holds %d; at most %d are allowed".formatted(list.size(), max));
      return null;
    }
    return list;
  }

  /**
   * A member whose inside is read elsewhere; empty when it is absent, null when it is invalid.
   *
   * @param listless whether lists have no meaning in it
   */
  @Nullable Map<String, Object> free(String member, boolean listless) {
    JsonNode value = object.path(member);
    if (!has(member) || (value.isArray() && value.isEmpty())) {
      return Map.of();
    }
    if (!value.isObject()) {
      fault(member, "must be an object");
      return null;
    }
    int before = faults.found();
    Map<String, Object> read = new FreeJson(listless, faults).object(place(member), value);
    return faults.found() == before ? read : null;
  }
}
