package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The events of YAML text. Anchors, aliases and merge keys are refused: a text that stands for more
 * than it shows may stand for anything.
 */
final class YamlEvents implements DocumentEvents {

  private final String file;
  private final LineLimit lines;
  private final PartLimit parts;
  private final ParserImpl parser;
  private FilePlace place;
  private String text = "";
  private boolean quoted;
  private int depth;
  private boolean ended;

  YamlEvents(String file, Reader reader) {
    this.file = file;
    this.lines = new LineLimit(file, reader);
    this.parts = new PartLimit(lines);
    LoaderOptions options = new LoaderOptions();
    // A file of relations may be of any length; its parts are bounded.
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.parser = new ParserImpl(new StreamReader(parts), options);
    this.place = new FilePlace(file, 1, 1);
  }

  @Override
  public Event next() throws IOException, PeerFaultsException {
    try {
      return ended ? Event.END : read();
    } catch (MarkedYAMLException e) {
      throw new PeerFaultsException(at(e.getProblemMark()), String.valueOf(e.getProblem()));
    } catch (YAMLException e) {
      if (e.getCause() instanceof IOException cause) {
        throw PeerText.refused(place, cause);
      }
      throw new PeerFaultsException(place, "the file contains characters that YAML does not allow");
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
      // The library's scanner lets some malformed escapes end so.
      throw new PeerFaultsException(place, "not valid YAML");
    }
  }

  private Event read() throws PeerFaultsException {
    while (true) {
      parts.begin();
      var event = parser.getEvent();
      place = at(event.getStartMark());
      if (event instanceof NodeEvent node && (node.getAnchor() != null)) {
        throw new PeerFaultsException(
            place, "anchors (&) and aliases (*) are not supported; write the value out");
      }
      switch (event) {
        case StreamStartEvent _, DocumentStartEvent _ -> {
          continue;
        }
        case DocumentEndEvent _ -> {
          if (!(parser.peekEvent() instanceof StreamEndEvent)) {
            throw new PeerFaultsException(
                at(parser.peekEvent().getStartMark()),
                "unexpected text after the document; only one document can be read");
          }
          continue;
        }
        case MappingStartEvent _ -> {
          enter();
          return Event.BEGIN_MEMBERS;
        }
        case SequenceStartEvent _ -> {
          enter();
          return Event.BEGIN_ITEMS;
        }
        case MappingEndEvent _ -> {
          depth--;
          return Event.END_MEMBERS;
        }
        case SequenceEndEvent _ -> {
          depth--;
          return Event.END_ITEMS;
        }
        case ScalarEvent scalar -> {
          return scalar(scalar);
        }
        default -> {
          ended = true;
          return Event.END;
        }
      }
    }
  }

  private void enter() throws PeerFaultsException {
    if (++depth > PeerLimits.MAX_DEPTH) {
      throw new PeerFaultsException(
          place, "the document has more than " + PeerLimits.MAX_DEPTH + " levels");
    }
  }

  private Event scalar(ScalarEvent event) throws PeerFaultsException {
    text = event.getValue();
    quoted = event.getScalarStyle() != ScalarStyle.PLAIN;
    if (!quoted && text.equals("<<")) {
      throw new PeerFaultsException(place, "merge keys (<<) are not supported");
    }
    if (text.length() > PeerLimits.MAX_STRING) {
      throw new PeerFaultsException(
          place, "a string has more than %d characters".formatted(PeerLimits.MAX_STRING));
    }
    if (event.getScalarStyle() == ScalarStyle.LITERAL
        || event.getScalarStyle() == ScalarStyle.FOLDED) {
      int next = place.line() + 1;
      place = new FilePlace(file, next, lines.indentFrom(next) + 1);
    }
    return Event.SCALAR;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean isQuoted() {
    return quoted;
  }

  @Override
  public FilePlace place() {
    return place;
  }

  private FilePlace at(@Nullable Mark mark) {
    return mark == null ? place : new FilePlace(file, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
