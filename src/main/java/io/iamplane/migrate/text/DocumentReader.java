package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.DocumentEvents.Event;
import io.iamplane.migrate.text.DocumentNode.Items;
import io.iamplane.migrate.text.DocumentNode.Member;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON or YAML document, whole or by elements of its lists. Uses no recursion, so that no
 * nesting exhausts a stack.
 */
public final class DocumentReader {

  private final String file;
  private final DocumentEvents events;

  private DocumentReader(String file, DocumentEvents events) {
    this.file = file;
    this.events = events;
  }

  /** Reads a stream by the file's name: as JSON if it ends in {@code .json}, else as YAML. */
  public static DocumentReader of(String file, InputStream stream) throws IOException {
    return new DocumentReader(
        file,
        file.toLowerCase(Locale.ROOT).endsWith(".json")
            ? new JsonEvents(file, stream)
            : new YamlEvents(file, PeerText.reader(stream)));
  }

  public DocumentNode whole() throws IOException, PeerFaultsException {
    Event first = events.next();
    if (first == Event.END) {
      throw new PeerFaultsException(new FilePlace(file, 1, 1), "the document is empty");
    }
    DocumentNode node = node(first, PeerLimits.MAX_NODES, PeerLimits.MAX_TEXT);
    requireEnd();
    return node;
  }

  private void requireEnd() throws IOException, PeerFaultsException {
    if (events.next() != Event.END) {
      throw new PeerFaultsException(
          events.place(), "unexpected text after the document; only one document can be read");
    }
  }

  /** Takes the elements of a document, one at a time. */
  @FunctionalInterface
  public interface Elements {

    /** Takes an element of a member's list; the name is empty when the document is the list. */
    void take(String list, DocumentNode element) throws IOException, PeerFaultsException;
  }

  /** The elements of the document's list, or of lists that are its members; skips the others. */
  public void elements(Elements elements) throws IOException, PeerFaultsException {
    Event first = events.next();
    switch (first) {
      case END -> {
        return;
      }
      case BEGIN_ITEMS -> items("", elements);
      case BEGIN_MEMBERS -> {
        while (events.next() != Event.END_MEMBERS) {
          String name = events.text();
          Event value = events.next();
          if (value == Event.BEGIN_ITEMS) {
            items(name, elements);
          } else {
            element(value);
          }
        }
      }
      case SCALAR, END_MEMBERS, END_ITEMS ->
          throw new PeerFaultsException(events.place(), "expected a list or an object of lists");
    }
    requireEnd();
  }

  private void items(String list, Elements elements) throws IOException, PeerFaultsException {
    Event event = events.next();
    while (event != Event.END_ITEMS) {
      elements.take(list, element(event));
      event = events.next();
    }
  }

  private DocumentNode element(Event first) throws IOException, PeerFaultsException {
    return node(first, PeerLimits.MAX_ELEMENT_NODES, PeerLimits.MAX_ELEMENT_TEXT);
  }

  /** A list or an object that has begun and not ended. */
  private static final class Open {
    private final FilePlace place;
    private final @Nullable List<DocumentNode> items;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private @Nullable String name;
    private FilePlace named;

    private Open(FilePlace place, boolean list) {
      this.place = place;
      this.items = list ? new ArrayList<>() : null;
      this.named = place;
    }

    private boolean isNameNext() {
      return items == null && name == null;
    }

    private void add(DocumentNode node) {
      if (items != null) {
        items.add(node);
      } else if (name != null) {
        members.put(name, new Member(named, node));
        name = null;
      }
    }

    private DocumentNode end() {
      return items == null ? new Members(place, members) : new Items(place, items);
    }
  }

  private DocumentNode node(Event first, int most, int mostText)
      throws IOException, PeerFaultsException {
    Deque<Open> open = new ArrayDeque<>();
    int left = most;
    int leftText = mostText;
    Event event = first;
    while (true) {
      FilePlace place = events.place();
      if (--left < 0) {
        throw new PeerFaultsException(place, "the document has more than %d parts".formatted(most));
      }
      DocumentNode ended = null;
      switch (event) {
        case BEGIN_MEMBERS, BEGIN_ITEMS -> {
          if (!open.isEmpty() && open.peek().isNameNext()) {
            throw new PeerFaultsException(place, "a member name must be a string");
          }
          open.push(new Open(place, event == Event.BEGIN_ITEMS));
        }
        case END_MEMBERS, END_ITEMS -> ended = open.pop().end();
        case SCALAR -> {
          leftText -= events.text().length();
          if (leftText < 0) {
            throw new PeerFaultsException(
                place,
                "names and strings have more than %d characters in total".formatted(mostText));
          }
          Open in = open.peek();
          if (in != null && in.isNameNext()) {
            name(in, events.text(), place);
          } else {
            ended = new Scalar(place, events.text(), events.isQuoted());
          }
        }
        case END -> throw new PeerFaultsException(place, "unexpected end of the document");
      }
      if (ended != null) {
        if (open.isEmpty()) {
          return ended;
        }
        open.element().add(ended);
      }
      event = events.next();
    }
  }

  private static void name(Open in, String name, FilePlace place) throws PeerFaultsException {
    if (in.members.containsKey(name)) {
      throw new PeerFaultsException(place, "duplicate member '" + name + "'");
    }
    in.name = name;
    in.named = place;
  }
}
