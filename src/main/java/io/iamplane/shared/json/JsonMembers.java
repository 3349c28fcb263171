package io.iamplane.shared.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.WireName;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of one JSON object, read strictly: the one reader of all JSON that is not bound to a
 * record. Adds every error with its place, and goes on reading, unless the errors throw. Places are
 * joined only for errors.
 */
public final class JsonMembers {

  private static final JsonNode NONE = MissingNode.getInstance();

  private final JsonForm form;
  private final FieldErrors errors;
  private final String place;
  private final JsonNode own;
  private final JsonNode defaults;

  private JsonMembers(
      JsonForm form, FieldErrors errors, String place, JsonNode own, JsonNode defaults) {
    this.form = form;
    this.errors = errors;
    this.place = place;
    this.own = own;
    this.defaults = defaults;
  }

  public record Element(String member, String text) {}

  /** Reads a value that must be an object; it has no members when it is something else. */
  public static JsonMembers of(JsonForm form, FieldErrors errors, String place, JsonNode node) {
    if (!form.isObject(node)) {
      errors.add(place, "must be an object");
      return new JsonMembers(form, errors, place, NONE, NONE);
    }
    return new JsonMembers(form, errors, place, node, NONE);
  }

  /** The same members; one that is absent is looked for among the others. */
  public JsonMembers withDefaults(JsonMembers others) {
    return new JsonMembers(form, errors, place, own, others.own);
  }

  /** The same members; others than the known ones are errors. */
  public JsonMembers only(Set<String> known) {
    for (var member : own.properties()) {
      if (!known.contains(member.getKey())) {
        fault(
            member.getKey(),
            "unknown field; allowed: " + known.stream().sorted().collect(Collectors.joining(", ")));
      }
    }
    return this;
  }

  /** Returns true if there is an object; a missing object is a single error. */
  public boolean isReadable() {
    return !own.isMissingNode();
  }

  public String place() {
    return place;
  }

  private String place(String member) {
    return place.isEmpty() ? member : place + "." + member;
  }

  public void fault(String member, String message) {
    errors.add(place(member), message);
  }

  public boolean isFull() {
    return errors.isFull();
  }

  public boolean has(String member) {
    return !form.isAbsent(value(member));
  }

  /** Requires a member, unless there is no object to hold it; returns true if it is present. */
  public boolean require(String member) {
    JsonNode value = value(member);
    boolean there = !form.isAbsent(value) && !value.isNull();
    if (!there && isReadable()) {
      fault(member, "is required");
    }
    return there;
  }

  /** Returns the value of any type; a missing node, or null's, if it is absent. */
  public JsonNode value(String member) {
    JsonNode value = own.path(member);
    return form.isAbsent(value) ? defaults.path(member) : value;
  }

  /** An object's members; none when it is absent. */
  public JsonMembers object(String member) {
    JsonNode value = value(member);
    return form.isAbsent(value)
        ? new JsonMembers(form, errors, place(member), NONE, NONE)
        : of(form, errors, place(member), value);
  }

  /**
   * An object's members; those of some names come from the default's object when it lacks them.
   * None when it is absent, in which case the default's object stands for it as a whole.
   */
  public JsonMembers object(String member, Set<String> fromDefault) {
    JsonNode value = own.path(member);
    JsonNode other = defaults.path(member);
    JsonMembers object = object(member);
    if (form.isAbsent(value) || !other.isObject()) {
      return object;
    }
    ObjectNode filling = JsonNodeFactory.instance.objectNode();
    fromDefault.forEach(name -> {
      if (other.has(name)) {
        filling.set(name, other.get(name));
      }
    });
    return new JsonMembers(form, errors, object.place, object.own, filling);
  }

  /** An object to be read elsewhere; a missing node when absent, null when something else. */
  public @Nullable JsonNode tree(String member) {
    JsonNode value = value(member);
    if (form.isAbsent(value)) {
      return NONE;
    }
    if (!form.isObject(value)) {
      fault(member, "must be an object");
      return null;
    }
    return value;
  }

  /** A text of any kind; null when it is absent or another type. */
  public @Nullable String text(String member) {
    return text(member, TextRule.ANY);
  }

  /** A text; null when it is absent or invalid. */
  public @Nullable String text(String member, TextRule rule) {
    JsonNode value = value(member);
    return form.isAbsent(value) ? null : valid(member, value, rule);
  }

  private @Nullable String valid(String member, JsonNode value, TextRule rule) {
    String text = value.textValue();
    String fault = text == null ? "must be a string" : rule.fault(text);
    if (fault != null) {
      fault(member, fault);
      return null;
    }
    return text;
  }

  /** True or false; null when it is absent or invalid. */
  public @Nullable Boolean flag(String member) {
    JsonNode value = value(member);
    if (form.isAbsent(value)) {
      return null;
    }
    if (!value.isBoolean()) {
      fault(member, "must be true or false");
      return null;
    }
    return value.booleanValue();
  }

  /** A time; null when it is absent or invalid. */
  public @Nullable Instant time(String member) {
    String text = text(member);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      fault(member, "must be a time such as 2030-01-31T12:00:00Z");
      return null;
    }
  }

  /** One of an enum's wire names; null when it is absent or invalid. */
  public <E extends Enum<E> & WireName> @Nullable E choice(String member, Class<E> type) {
    String text = text(member);
    if (text == null) {
      return null;
    }
    Optional<E> found = WireName.find(type, text);
    if (found.isEmpty()) {
      fault(member, "must be one of " + WireName.names(type));
    }
    return found.orElse(null);
  }

  /** The objects of a list, none when it is absent; null when the list cannot be read at all. */
  public @Nullable List<JsonMembers> objects(String member, int max) {
    JsonNode list = list(member, max);
    if (list == null) {
      return null;
    }
    List<JsonMembers> objects = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      objects.add(of(form, errors, place(member) + "[" + i + "]", list.get(i)));
    }
    return objects;
  }

  /** The strings of a list, empty when it is absent; invalid ones are left out. */
  public List<Element> texts(String member, int max, TextRule rule) {
    List<Element> texts = new ArrayList<>();
    JsonNode list = list(member, max);
    for (int i = 0; list != null && i < list.size(); i++) {
      String at = member + "[" + i + "]";
      String text = valid(at, list.get(i), rule);
      if (text != null) {
        texts.add(new Element(at, text));
      }
    }
    return texts;
  }

  private @Nullable JsonNode list(String member, int max) {
    JsonNode list = value(member);
    if (form.isAbsent(list)) {
      return NONE;
    }
    if (!list.isArray()) {
      fault(member, "must be a list");
      return null;
    }
    if (list.size() > max) {
      fault(member, "must have at most %d items, but has %d".formatted(max, list.size()));
      return null;
    }
    return list;
  }
}
