package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.text.DocumentNode.Items;
import io.iamplane.migrate.text.DocumentNode.Member;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes a document apart in the expected shape. A deviation is a fault, and reads as empty. */
public record DocumentShape(PeerFaults faults) {

  private static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,18}");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:\\d{1,40}\\.?\\d{0,40}|\\.\\d{1,40})(?:[eE][-+]?\\d{1,3})?");

  /** An object; null is an empty one. */
  public Members members(DocumentNode node, String what) throws PeerFaultsException {
    if (node instanceof Members members) {
      return members;
    }
    if (!(node instanceof Scalar text && text.isNull())) {
      faults.add(node.place(), named(what) + " must be an object");
    }
    return new Members(node.place(), Map.of());
  }

  /** An object that is a member; absent is an empty one. */
  public Members member(Members in, String name) throws PeerFaultsException {
    DocumentNode node = in.get(name);
    return node == null ? new Members(in.place(), Map.of()) : members(node, name);
  }

  /** A list that is a member; absent is an empty one. */
  public List<DocumentNode> items(Members in, String name) throws PeerFaultsException {
    return items(in.get(name), name);
  }

  private List<DocumentNode> items(@Nullable DocumentNode node, String what)
      throws PeerFaultsException {
    if (node instanceof Items items) {
      return items.all();
    }
    if (node != null && !(node instanceof Scalar text && text.isNull())) {
      faults.add(node.place(), named(what) + " must be a list");
    }
    return List.of();
  }

  /** A text that must be there; null after a fault. */
  public @Nullable Scalar text(Members in, String name) throws PeerFaultsException {
    DocumentNode node = in.get(name);
    if (node == null) {
      faults.add(in.place(), "'" + name + "' is required");
      return null;
    }
    return string(node, "'" + name + "'");
  }

  /** A text that may be absent. */
  public @Nullable Scalar optional(Members in, String name) throws PeerFaultsException {
    DocumentNode node = in.get(name);
    return node == null ? null : string(node, "'" + name + "'");
  }

  /** A text that may be absent or empty; null if so. */
  public @Nullable String filled(Members in, String name) throws PeerFaultsException {
    Scalar text = optional(in, name);
    return text == null || text.value().isEmpty() ? null : text.value();
  }

  /** A text; null after a fault. */
  public @Nullable Scalar text(DocumentNode node, String what) throws PeerFaultsException {
    return string(node, named(what));
  }

  private @Nullable Scalar string(DocumentNode node, String what) throws PeerFaultsException {
    if (node instanceof Scalar scalar && !scalar.isNull()) {
      return scalar;
    }
    faults.add(node.place(), what + " must be a string");
    return null;
  }

  /** {@code true} or {@code false}; null after a fault. */
  public @Nullable Boolean flag(DocumentNode node, String what) throws PeerFaultsException {
    Boolean flag = node instanceof Scalar scalar ? scalar.flag() : null;
    if (flag == null) {
      faults.add(node.place(), named(what) + " must be true or false");
    }
    return flag;
  }

  /** A list of texts that is a member; absent is an empty one. */
  public List<Scalar> textsOf(Members in, String name) throws PeerFaultsException {
    return texts(in.get(name), name);
  }

  /** A list of texts; null is an empty one. */
  public List<Scalar> texts(@Nullable DocumentNode node, String what) throws PeerFaultsException {
    List<Scalar> texts = new ArrayList<>();
    for (DocumentNode each : items(node, what)) {
      Scalar text = text(each, "an entry of " + named(what));
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** The name of a member in quotes, or a phrase such as "a check" as it is. */
  private static String named(String what) {
    return what.indexOf(' ') < 0 ? "'" + what + "'" : what;
  }

  /** Two members that are the type and the id of an object; null after a fault. */
  public @Nullable PeerObject object(Members in, String typeName, String idName)
      throws PeerFaultsException {
    Scalar type = text(in, typeName);
    Scalar id = text(in, idName);
    return type == null || id == null ? null : new PeerObject(type.value(), id.value());
  }

  /** Values by name, of an object that is a member; absent is empty, and null is absent. */
  public Map<String, Object> values(Members in, String name) throws PeerFaultsException {
    return values(member(in, name));
  }

  public static Map<String, Object> values(Members members) {
    return values(members, false);
  }

  /** Values by name like {@link #values}, with those that are null or hold one. */
  public static Map<String, @Nullable Object> stored(Members members) {
    return values(members, true);
  }

  private static Map<String, @Nullable Object> values(Members members, boolean nulls) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    members
        .all()
        .forEach((name, member) -> {
          Object value = value(member.value(), nulls);
          if (value != null || nulls) {
            values.put(name, value);
          }
        });
    return values;
  }

  /** A document is at most so deep that recursion is safe. */
  private static @Nullable Object value(DocumentNode node, boolean nulls) {
    return switch (node) {
      case Scalar scalar -> value(scalar);
      case Items items -> {
        List<@Nullable Object> all = new ArrayList<>();
        for (DocumentNode each : items.all()) {
          Object value = value(each, nulls);
          if (value != null || nulls) {
            all.add(value);
          }
        }
        yield all;
      }
      case Members members -> values(members, nulls);
    };
  }

  private static @Nullable Object value(Scalar scalar) {
    if (scalar.quoted()) {
      return scalar.value();
    }
    if (scalar.isNull()) {
      return null;
    }
    Boolean flag = scalar.flag();
    if (flag != null) {
      return flag;
    }
    if (INTEGER.matcher(scalar.value()).matches()) {
      return Long.valueOf(scalar.value());
    }
    return NUMBER.matcher(scalar.value()).matches()
        ? Double.valueOf(scalar.value())
        : scalar.value();
  }

  /** The position of a member's name. */
  public static FilePlace placeOf(Members in, String name) {
    Member member = in.all().get(name);
    return member == null ? in.place() : member.place();
  }
}
