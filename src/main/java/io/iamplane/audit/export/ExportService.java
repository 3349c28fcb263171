package io.iamplane.audit.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.LogOrigin;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.TileStore;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.TreeReader;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Doing;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

/**
 * Writes a chain as lines of JSON that can be verified without our software ({@code
 * docs/audit/format.md}). The last line says that nothing is missing: without it the export was
 * cut.
 */
@Singleton
public class ExportService {

  private static final int VERSION = 1;
  private static final HexFormat HEX = HexFormat.of();

  private final ExportReader reader;
  private final CheckpointReader checkpoints;
  private final TileStore tiles;
  private final LogOrigin origin;
  private final Transactions transactions;
  private final ObjectMapper mapper;

  ExportService(
      ExportReader reader,
      CheckpointReader checkpoints,
      TileStore tiles,
      LogOrigin origin,
      Transactions transactions,
      ObjectMapper mapper) {
    this.reader = reader;
    this.checkpoints = checkpoints;
    this.tiles = tiles;
    this.origin = origin;
    this.transactions = transactions;
    this.mapper = JsonColumns.stored(mapper);
  }

  /**
   * The extent of an export: from a record's number (the first is 1), with or without the personal
   * values that were not erased.
   */
  public record Request(long from, boolean personal) {}

  /**
   * Checks that a chain can be exported so, before anything is written.
   *
   * @throws IamException as {@link #write} does
   */
  public void check(OrganizationId organization, Request request) {
    transactions.run(() -> head(organization, request));
  }

  /**
   * Writes one moment of a chain.
   *
   * @return the number of records
   * @throws UncheckedIOException if the writer fails: its output is no whole export
   * @throws IamException VALIDATION naming {@code from} if the chain has no such record; NOT_FOUND
   *     if there is no chain
   */
  public long write(OrganizationId organization, Request request, Writer out) {
    return transactions.callOnLongSnapshot(
        () -> new Export(organization, request, head(organization, request), out).write());
  }

  private ChainHead head(OrganizationId organization, Request request) {
    ChainHead head = reader.head(organization).orElseThrow(IamException::notFound);
    if (request.from() < 1 || request.from() > head.seq() + 1) {
      throw IamException.validation(
          "from", "must be a record number from 1 to " + (head.seq() + 1));
    }
    return head;
  }

  private final class Export {

    private final OrganizationId organization;
    private final Request request;
    private final ChainHead head;
    private final Writer out;
    private final ArrayDeque<StoredCheckpoint> signed = new ArrayDeque<>();
    private long records;

    Export(OrganizationId organization, Request request, ChainHead head, Writer out) {
      this.organization = organization;
      this.request = request;
      this.head = head;
      this.out = out;
      checkpoints.all(organization).stream()
          .filter(checkpoint -> checkpoint.size() >= request.from() - 1)
          .filter(checkpoints.disowned(organization).negate())
          .forEach(signed::add);
    }

    long write() {
      line(header());
      checkpoints(request.from() - 1);
      Doing.stage("writing", head.seq() - request.from() + 1);
      reader.forEach(organization, request.from() - 1, request.personal(), this::record);
      ObjectNode end = object("end");
      end.put("records", records);
      end.put("head", HEX.formatHex(head.hash()));
      end.put("root", Base64.getEncoder().encodeToString(head.tree().root().bytes()));
      line(end);
      flush();
      return records;
    }

    private ObjectNode header() {
      ObjectNode header = object("header");
      header.put("version", VERSION);
      header.put("origin", origin.of(organization));
      header.put("organization_id", organization.toString());
      header.put("from", request.from());
      header.put("size", head.seq());
      var keys = header.putArray("keys");
      checkpoints.trusted().forEach(key -> keys.add(key.toString()));
      if (request.from() > 1) {
        prefix(header.putObject("prefix"), request.from() - 1);
      }
      return header;
    }

    private void prefix(ObjectNode prefix, long size) {
      byte[] before = new TreeReader(tiles.reader(organization), head.seq()).rangeAt(size).encode();
      prefix.put("head", HEX.formatHex(reader.hash(organization, size)));
      var hashes = prefix.putArray("hashes");
      for (int at = 0; at < before.length; at += MerkleHash.BYTES) {
        hashes.add(HEX.formatHex(before, at, at + MerkleHash.BYTES));
      }
    }

    private void record(ExportReader.Row row) {
      ObjectNode record = object("record");
      record.put("seq", row.seq());
      record.put("canonical", row.canonical());
      record.put("prev_hash", HEX.formatHex(row.previousHash()));
      record.put("hash", HEX.formatHex(row.hash()));
      if (!row.personal().isEmpty()) {
        personal(record.putObject("personal"), row);
      }
      line(record);
      records++;
      checkpoints(row.seq());
      Doing.reached(records, "records");
    }

    private void personal(ObjectNode personal, ExportReader.Row row) {
      for (Map.Entry<String, ExportReader.Personal> value : row.personal().entrySet()) {
        ObjectNode apart = personal.putObject(value.getKey());
        apart.put("salt", HEX.formatHex(value.getValue().salt()));
        try {
          apart.set("value", mapper.readTree(value.getValue().value()));
        } catch (JsonProcessingException e) {
          throw new IllegalStateException("a stored personal value is not valid JSON", e);
        }
      }
    }

    /** Writes the checkpoints up to this many records, and none longer than the chain. */
    private void checkpoints(long size) {
      while (!signed.isEmpty() && signed.peek().size() <= size) {
        ObjectNode checkpoint = object("checkpoint");
        checkpoint.put("note", signed.remove().note());
        line(checkpoint);
      }
    }

    private static ObjectNode object(String type) {
      return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private void line(ObjectNode object) {
      try {
        out.write(object.toString());
        out.write('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void flush() {
      try {
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
