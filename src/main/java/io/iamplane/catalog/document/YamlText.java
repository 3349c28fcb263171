package io.iamplane.catalog.document;

import io.iamplane.shared.json.JsonLimits;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Limits YAML to the expressiveness of JSON. Jackson reads an alias as the text of its anchor's
 * name and drops unknown tags, so that the text must be checked before.
 */
final class YamlText {

  private static final String MERGE = "<<";

  private int depth;
  private int documents;

  private YamlText() {}

  static void check(String text) throws ManifestSyntaxException {
    try {
      ParserImpl parser = new ParserImpl(new StreamReader(text), new LoaderOptions());
      YamlText checker = new YamlText();
      Event event = parser.getEvent();
      while (!(event instanceof StreamEndEvent)) {
        checker.check(event);
        event = parser.getEvent();
      }
    } catch (MarkedYAMLException e) {
      throw new ManifestSyntaxException(place(e.getProblemMark()), e.getProblem());
    } catch (ReaderException e) {
      throw new ManifestSyntaxException(
          "manifest", String.format("must not contain the character U+%04X", e.getCodePoint()));
    } catch (YAMLException e) {
      throw new ManifestSyntaxException("manifest", "cannot be read as YAML");
    }
  }

  private void check(Event event) throws ManifestSyntaxException {
    if (event instanceof DocumentStartEvent && ++documents > 1) {
      throw refused(event, "unexpected text after the document; only one document is allowed");
    }
    if (event instanceof AliasEvent
        || (event instanceof NodeEvent node && node.getAnchor() != null)) {
      throw refused(
          event,
          "anchors (&) and aliases (*) are not supported; quote a string that begins with '&' or"
              + " '*'");
    }
    if (event instanceof CollectionEndEvent) {
      depth--;
    } else if (event instanceof CollectionStartEvent collection) {
      if (collection.getTag() != null) {
        throw refused(event, "tags (!) are not supported");
      }
      if (++depth > JsonLimits.MAX_DEPTH) {
        throw refused(
            event, "must not be nested more than " + JsonLimits.MAX_DEPTH + " levels deep");
      }
    } else if (event instanceof ScalarEvent scalar) {
      if (scalar.getTag() != null) {
        throw refused(event, "tags (!) are not supported; quote a string that begins with '!'");
      }
      if (scalar.isPlain() && scalar.getValue().equals(MERGE)) {
        throw refused(event, "merge keys (<<) are not supported");
      }
    }
  }

  private static ManifestSyntaxException refused(Event event, String message) {
    return new ManifestSyntaxException(place(event.getStartMark()), message);
  }

  private static String place(@Nullable Mark mark) {
    return mark == null ? "manifest" : (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }
}
