import Bus
import Foundation
import PeopleAPI

/// Follows the roles of the persons who are logged in.
extension Gateway {
  /// Time limit of a read, in milliseconds.
  private static let roleMs = 5000

  /// The persons who have sessions, invitations or tokens, and those whom proxies identified.
  private var loggedIn: Set<UUID> {
    guard isReady, let shell else { return [] }
    return shell.assumeIsolated { shell in
      let saved = shell.state.saved
      return Set(saved.sessions.values.compactMap(\.person))
        .union(saved.invites.values.compactMap(\.person))
        .union(saved.tokens.values.compactMap(\.person))
    }.union(proxiedPersons.all)
  }

  /// Reads the roles of all persons who are logged in, and revokes the tokens of removed teams.
  /// Called when all events were read, and when events were lost.
  func readRoles() {
    persons.outdateAll()
    for person in loggedIn.union(persons.all) { readRole(of: person) }
    checkTeams()
  }

  /// Time between attempts to read, in milliseconds.
  private static let retryMs = 500

  /// The teams that have tokens.
  private var teamsOfTokens: Set<String> {
    guard isReady, let shell else { return [] }
    return shell.assumeIsolated { Set($0.state.saved.tokens.values.compactMap(\.team)) }
  }

  /// Reads the teams that have tokens until the people service answers, and revokes the tokens of
  /// removed ones, because the event about the removal may have been missed. A new check replaces the
  /// previous one.
  private func checkTeams() {
    teamCheck?.cancel()
    teamCheck = Task {
      var left = teamsOfTokens
      while server != nil, !Task.isCancelled, let team = left.first {
        if await check(team) {
          left.remove(team)
        } else {
          do { try await Task.sleep(for: .milliseconds(Self.retryMs)) } catch { return }
        }
      }
    }
  }

  /// Revokes the tokens of a team if the team does not exist.
  ///
  /// - Returns: false if it has to be checked again.
  private func check(_ team: String) async -> Bool {
    do {
      _ = try await bus.send(GetTeam(id: team), options: CallOptions(timeoutMs: Self.roleMs))
      return true
    } catch let error as BusError where error.code == .notFound {
      return await decide(.teamRemoved(team)).failure == nil
    } catch {
      log.debug("Could not read a team yet: \(error)")
      return false
    }
  }

  /// Reads a role until the people service answers.
  func readRole(of person: UUID) {
    guard roleReads.insert(person).inserted else { return }
    Task {
      while server != nil, await !tryRole(of: person) {
        // It is unknown for now whether a person who lost a role got another one.
        applyRole(of: person)
        do { try await Task.sleep(for: .milliseconds(Self.retryMs)) } catch { break }
        guard loggedIn.contains(person) else { break }
      }
      roleReads.remove(person)
    }
  }

  /// Reads a role once.
  ///
  /// - Returns: true if it is known now.
  @discardableResult
  func tryRole(of person: UUID) async -> Bool {
    while true {
      let changes = persons.begin(person)
      let known: PersonRoles.Known
      do {
        known = PersonRoles.Known(
          try await bus.send(
            GetPerson(id: person.lowercaseText), options: CallOptions(timeoutMs: Self.roleMs)))
      } catch let error as BusError where error.code == .notFound {
        known = PersonRoles.Known()
      } catch {
        log.debug("Could not read the role of a person yet: \(error)")
        return false
      }
      guard persons.set(known, of: person, since: changes) else { continue }
      applyRole(of: person)
      // The person was removed, so that the names in the sessions must not remain either.
      if known.name == nil { _ = await decide(.personRemoved(person)) }
      return true
    }
  }

  /// Applies an event to the roles. Before all events of the journal were read, an event may be
  /// older than the role.
  func noteRole(_ event: CloudEvent) {
    guard feed.isCaughtUp else { return }
    do {
      if event.type == TeamRemoved.type {
        let team = try event.data.decode(as: TeamRemoved.self).id
        Task { _ = await decide(.teamRemoved(team)) }
      }
      if event.type == PersonRemoved.type,
        let person = UUID(text: try event.data.decode(as: PersonRemoved.self).id)
      {
        // Also the invitations of a person who never logged in.
        Task { _ = await decide(.personRemoved(person)) }
      }
      for person in try persons.note(event) {
        applyRole(of: person, closes: false)
        readRole(of: person)
      }
    } catch {
      log.error("An event about a person cannot be read: \(error)")
      readRoles()
    }
  }

  /// Closes the streams of a person without a role, and notifies those of a person whose role
  /// changed.
  ///
  /// - Parameter closes: false while the role is being read, because the next event may give the
  ///   person another role, such as when a sign-in provider replaces all of them. Until then, the
  ///   streams of a person without a role stay open, but get no events.
  private func applyRole(of person: UUID, closes: Bool = true) {
    guard let known = persons[person] else { return }
    for client in clients.values where client.visitor.person == person {
      guard let role = known.role else {
        releaseMicrophones(of: client)
        if closes { client.close(StreamCode.roleLost, "no role") }
        continue
      }
      if role != client.visitor.role {
        client.visitor.role = role
        if !Rights.allows(role, Self.audioAccess) { releaseMicrophones(of: client) }
        attempt(client) {
          client.socket?.send(try ServerMessage.hello(client.visitor, nowMs: nowMs))
        }
      }
      // The page must not keep the standups of a team that the person left.
      if known.shown != client.teams {
        client.teams = known.shown
        beginAgain(client)
      }
    }
  }

  /// Forgets the roles of persons who are no longer logged in.
  func forgetPersons() {
    if isReady { persons.keep(loggedIn.union(roleReads)) }
  }
}
