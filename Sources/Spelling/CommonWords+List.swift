// swift-format-ignore-file
// Written by scripts/speech/common-words.py from SCOWL (Spell Checker Oriented Word Lists), sizes 10 to 35.
//
// Copyright 2000-2011 by Kevin Atkinson
//
// Permission to use, copy, modify, distribute and sell these word lists, the associated scripts, the output created
// from the scripts, and its documentation for any purpose is hereby granted without fee, provided that the above
// copyright notice appears in all copies and that both that copyright notice and this permission notice appear in
// supporting documentation. Kevin Atkinson makes no representations about the suitability of this array for any
// purpose. It is provided "as is" without express or implied warranty.

extension CommonWords {
  /// Words in alphabetical order, without apostrophes and without derived words.
  static let list: StaticString = """
    a aardvark aback abacus abandon abandonment abate abbey abbot abbreviate abbreviation abdicate abdication abdomen
    abdominal abduct aberration abet abhor abhorrence abhorrent abide ability abject ablaze able ablest ably abnormal
    abnormality aboard abode abolish abolition abominable abomination aboriginal aborigine abort abortion abortive
    abound about above aboveboard abrasive abreast abridge abroad abrupt abruptest abscess abscond absence absent
    absentee absolute absolutest absolve absorb absorbent absorption abstain abstention abstinence abstract abstraction
    abstruse absurd absurdest absurdity abundance abundant abuse abusive abysmal abyss academic academically academy
    accede accelerate acceleration accelerator accent accentuate accept acceptability acceptable acceptably acceptance
    access accessibility accessible accessory accident accidental acclaim acclimate acclimatise acclimatize accolade
    accommodate accommodation accompaniment accompanist accompany accomplice accomplish accomplishment accord accordance
    accordion accost account accountability accountable accountancy accountant accredit accrue accumulate accumulation
    accuracy accurate accusation accuse accustom ace ache achievable achieve achievement acid acidity acing acknowledge
    acknowledgement acknowledgment acne acorn acoustic acquaint acquaintance acquiesce acquiescence acquire acquisition
    acquit acquittal acre acreage acrid acridest acrimonious acrimony acrobat acrobatic acronym across acrylic act
    action activate active activist activity actor actress actual actuality actuary acumen acupuncture acute acutest ad
    adage adamant adapt adaptable adaptation adaptive adaptor add addendum addict addiction addictive addition
    additional additive address addressee adept adequate adhere adherence adherent adhesion adhesive adjacent adjective
    adjoin adjourn adjournment adjunct adjust adjustable adjustment administer administration administrative
    administrator admirable admirably admiral admiration admire admissible admission admit admittance admonish
    admonition ado adobe adolescence adolescent adopt adoption adorable adoration adore adorn adornment adrift adroit
    ads adulation adult adulterate adulteration adultery adulthood advance advancement advantage advantageous advent
    adventure adventurous adverb adverbial adversary adverse adversest adversity advert advertise advertisement advice
    advisable advise advisor advisory advocate aeon aerial aerodynamic aeroplane aerosol aerospace aesthetic
    aesthetically afar affable affably affair affect affectation affection affectionate affidavit affiliate affiliation
    affinity affirm affirmation affirmative affix afflict affliction affluence affluent afford affordable affront afield
    aflame afloat afoot aforementioned aforesaid afraid afresh after aftereffect afterlife afterlives aftermath
    afternoon afterthought afterward again against age agency agenda agent aggravate aggravation aggregate aggression
    aggressive aggressiveness aggressor aghast agile agility aging agitate agitation agitator aglow agnostic agnosticism
    ago agonise agonize agony agree agreeable agreeably agreement agricultural agriculture aground ah ahead ahoy aid
    aide ail ailment aim aimless air airborne aircraft airfield airier airiest airline airmail airplane airport airstrip
    airtight airy aisle ajar akin alarm alarmist alas albeit albino album alcohol alcoholic alcoholism alcove ale alert
    alga algae algebra algebraic algorithm alias alibi alien alienate alienation alight align alignment alike alimony
    alive alkali alkaline all allay allegation allege allegiance allegorical allegory allergic allergy alleviate alley
    alliance alligator allocate allocation allot allotment allow allowable allowance alloy allude allure allusion ally
    almanac almighty almond almost alms aloft alone along alongside aloof aloud alpha alphabet alphabetic alphabetical
    alphanumeric already also altar alter alterable alteration alternate alternation alternative alternator although
    altitude alto altogether altruism altruistic aluminium aluminum always am amalgamate amalgamation amass amateur
    amateurish amaze amazement ambassador amber ambiance ambidextrous ambience ambient ambiguity ambiguous ambition
    ambitious ambivalence ambivalent amble ambulance ambush amen amenable amendment amenity amethyst amiable amiably
    amicable amicably amid amidst amiss ammonia ammunition amnesia amnesty amoeba amoebae amok among amongst amoral
    amorous amorphous amount amp ampere ampersand amphetamine amphibian amphibious amphitheater amphitheatre ample
    amplest amplification amplifier amplify amplitude amputate amputation amulet amuse amusement an anachronism anaemia
    anaemic anaesthesia anaesthetic anagram anal analgesic analog analogous analogue analogy analyse analysis analyst
    analytic analytical analyze anarchic anarchism anarchist anarchy anathema anatomical anatomy ancestor ancestral
    ancestry anchor anchorage anchovy ancient ancientest and android anecdote anemia anemic anesthesia anesthetic anew
    angel angelic anger angle angrier angriest angrily angry angst anguish angular animal animate animation animosity
    ankle annals annex annexation annihilate annihilation anniversary annotate annotation announce announcement annoy
    annoyance annual annuity annul annulment anoint anomalous anomaly anon anonymity anonymous anorak another answer
    answerable ant antagonise antagonism antagonist antagonistic antagonize anteater antelope antenna antennae anthem
    anthill anthology anthrax anthropological anthropologist anthropology antibiotic antibody antic anticipate
    anticipation anticlimax antidote antifreeze antipathy antiquate antique antiquity antiseptic antisocial antitheses
    antithesis antler antonym anus anvil anxiety anxious any anybody anyhow anyone anyplace anything anyway anywhere
    aorta apart apartheid apartment apathetic apathy ape aperture apex aphorism apiece aping aplomb apocryphal
    apologetic apologetically apologise apologize apology apostle apostrophe appal appall apparatus apparel apparent
    apparition appeal appear appearance appease appeasement append appendage appendices appendicitis appendix appetiser
    appetising appetite appetizer appetizing applaud applause apple appliance applicability applicable applicant
    application applicator apply appoint appointee appointment apposite appraisal appraise appreciable appreciate
    appreciation appreciative apprehend apprehension apprehensive apprentice apprenticeship approach approachable
    appropriate appropriation approval approve approximate approximation apricot apron apt aptest aptitude aquamarine
    aquarium aquatic aqueduct arable arbiter arbitrarily arbitrary arbitrate arbitration arbitrator arbor arbour arc
    arcade arcane arch archaeological archaeologist archaeology archaic archbishop archery archest archetypal
    archipelago architect architectural architecture archive archway ardent ardor ardour arduous are area arena arguable
    arguably argue argument argumentative aria arid arise arisen aristocracy aristocrat aristocratic arithmetic ark arm
    armadillo armament armchair armistice armor armory armour armoury armpit army aroma aromatic arose around arouse
    arraign arrange arrangement array arrears arrest arrival arrive arrogance arrogant arrow arse arsenal arsenic arson
    art artefact arterial artery artful arthritic arthritis artichoke article articulate articulation artifact artifice
    artificial artillery artisan artist artistic artistically artistry artwork as asbestos ascend ascension ascent
    ascertain ascetic ascribe asexual ash ashamed ashcan ashen ashore ashtray aside ask askance askew asleep asparagus
    aspect aspen aspersion asphalt asphyxiate asphyxiation aspirant aspiration aspire aspirin ass assail assailant
    assassin assassinate assassination assault assemble assembly assent assert assertion assertive assessment assessor
    asset assign assignment assimilate assimilation assist assistance assistant associate association associative assort
    assortment assume assumption assurance assure asterisk asteroid asthma astonish astonishment astound astray astride
    astringent astrological astrology astronaut astronomer astronomical astronomy astute astutest asylum asymmetry
    asynchronous at ate atheism atheist atheistic athlete athletic atlas atmosphere atmospheric atom atomic atone
    atonement atrocious atrocity attach attachment attack attain attainment attempt attend attendance attendant
    attention attentive attest attic attire attitude attorney attract attraction attractive attractiveness attributable
    attribute attribution auburn auction auctioneer audacious audacity audible audibly audience audio audit audition
    auditor auditorium auditory augment august augustest aunt aura aural auspicious austere austerest austerity
    authentic authentically authenticate authenticity author authorisation authorise authoritarian authoritative
    authority authorization authorize authorship auto autobiographical autobiography autocracy autocrat autocratic
    autograph automate automatic automatically automation automobile automotive autonomous autonomy autopsy autumn
    autumnal auxiliary avail availability available avalanche avarice avaricious avenge avenue average averse aversion
    avert aviation aviator avid avocado avoid avoidable avoidance avow avowal await awake awaken award aware awareness
    away awe awesome awful awfullest awhile awing awkward awkwardest awkwardness awning awoke awoken awry ax axe axing
    axiom axiomatic axis axle axs aye azalea azure babble babe babier babiest baboon baby babyish bachelor back backbone
    backfire backgammon background backhand backlash backlog backpack backside backslash backspace backstage backtrack
    backward backwoods bacon bacteria bacterial bacterium bad baddest bade badge badminton badness baffle bag bagel
    baggage baggier baggiest baggy bail bait bake bakery balance balcony bald baldest baldness bale balk ball ballad
    ballast ballerina ballet ballistics balloon ballot ballroom balm balmier balmiest balmy baloney bamboo bamboozle ban
    banal banana bandage bandanna bandier bandiest bandit bandstand bandwagon bandwidth bandy bang bani banish banister
    banjo bank banknote bankrupt bankruptcy banquet banter baptise baptism baptize bar barb barbarian barbaric barbarous
    barbecue barbiturate bare bareback barefoot barest bargain barge baritone bark barley barman barn barnacle barnyard
    barometer baron baroque barrage barrel barren barrenest barrette barricade barrier barrister bartender barter base
    baseball baseline basement basest bash bashful basic basically basil basin basis bask basket basketball bass bassoon
    bastard baste bat batch bath bathe bathroom bathtub baton batsman battalion battery battle battlefield battleship
    baud baulk bawdier bawdiest bawdy bawl bay bayonet bayou bazaar be beach beacon bead beadier beadiest beady beagle
    beak beam bean bear bearable beast beat beaten beautician beautiful beautify beauty beaver became because beckon
    become bed bedbug bedclothes bedlam bedridden bedrock bedroom bedside bedspread bedtime bee beech beef beefier
    beefiest beefy beehive been beeper beeswax beet beetle beeves befall befallen befell befit before beforehand
    befriend beg began beggar begin begrudge beguile begun behalf behalves behave behavior behavioral behaviour
    behavioural behead beheld behind behold beige being belabor belabour belated belch belfry belie belief believable
    believe belittle bell bellboy bellhop belligerent bellow belly belong beloved below belt belying bemoan bemuse bench
    bend beneath benediction benefactor beneficial beneficiary benefit benevolence benevolent benighted benign bent
    bequeath bequest bereave bereavement bereft beret berry berserk berth beseech beset beside besiege besought best
    bestial bestiality bestow bet beta betcha betray betrayal betrothal betterment bettor between beverage beware
    bewilder bewilderment bewitch beyond bias bib bible biblical bibliographic bibliography bicentennial bicker bicycle
    bid bidden bide biennial bifocals big bigamist bigamous bigamy biggest bigot bigotry bike bikini bilateral bile
    bilingual bill billboard billfold billiards billion billow bin binary bingo binomial biochemical biochemistry
    biodegradable biographer biographical biography biological biologist biology bipartisan biped biplane birch bird
    birdcage birth birthday birthmark birthplace biscuit bisect bisexual bishop bison bit bitch bite bitmap bitten
    bitterest bitterness bittersweet bizarre blab black blackberry blackbird blackboard blacken blackest blackhead
    blackjack blacklist blackmail blackout blacksmith blacktop bladder blade blame blameless blanch blancmange bland
    blandest blank blankest blanket blare blaspheme blasphemous blasphemy blast blatant blaze bleach bleak bleakest
    blearier bleariest bleary bleat bled bleed blemish blend bless blew blight blimp blind blindest blindfold blindness
    blink blip bliss blissful blister blithe blithest blitz blizzard blob bloc block blockade blockage blockbuster
    blockhead blog blond blonde blondest blood bloodhound bloodier bloodiest bloodshed bloodshot bloodstream
    bloodthirstier bloodthirstiest bloodthirsty bloody bloom blossom blot blotch blouse blow blown blowout blowtorch
    blubber bludgeon blue bluebell blueberry bluebird bluegrass blueprint bluest bluff bluffest blunder blunt bluntest
    bluntness blur blurb blurt blush bluster boa boardwalk boast boastful boat bob bobbin bobcat bobsled bode bodice
    bodily body bodyguard bodywork bog boggle bogus boil boisterous bold boldest boldness bologna bolster bolt bomb
    bombard bombardment bond bondage bone bonfire bonier boniest bonnet bonus bony boo booby book bookcase bookend
    bookkeeper bookkeeping booklet bookmark bookshelf bookshop bookstore bookworm boom boomerang boon boorish boost boot
    bootee booth bootleg bootstrap booty booze bop border borderline bore boredom born borne borough borrow bosom boss
    bossier bossiest bossy botanical botanist botany botch both bothersome bottle bottleneck bottom bottomless bough
    bought boulder boulevard bounce bound boundary boundless bountiful bounty bouquet bourbon bourgeois bourgeoisie bout
    boutique bovine bow bowel bowl bowlegged box boxcar boy boycott boyfriend boyhood boyish bra brace bracelet bracket
    brackish brag braggart braid brain brainier brainiest brainless brainstorm brainwash brainy braise brake bran branch
    brandish brandy brash brashest brassier brassiere brassiest brassy brat bravado brave bravery bravest bravo brawl
    brawn brawnier brawniest brawny bray brazen brazier breach bread breadth breadwinner break breakable breakdown
    breakfast breakneck breakpoints breakthrough breakwater breast breath breathe breathless breathtaking bred breed
    breeze breezier breeziest breezy brethren brevity brew brewery bribe bribery brick bricklayer bridal bride
    bridegroom bridesmaid bridge bridle brief briefcase briefest brigade bright brighten brightest brightness brilliance
    brilliant brim brimstone brine bring brinier briniest brink briny brisk briskest bristle britches brittle brittlest
    broach broad broadcast broaden broadest broadside brocade broccoli brochure broil broke broken bronchitis bronco
    bronze brooch brood brook broom broth brotherhood brought brow browbeat browbeaten brown brownest brownie browse
    bruise brunch brunette brunt brush brusque brusquest brutal brutality brute brutish bubble bubblier bubbliest bubbly
    buck bucket buckle bud buddy budge budget buff buffalo buffet buffoon bug buggier buggiest buggy bugle build built
    bulb bulbous bulge bulk bulkier bulkiest bulky bull bulldog bulldoze bullet bulletin bullfight bullfrog bullion
    bully bum bumblebee bummest bump bumpier bumpiest bumpy bun bunch bundle bung bungalow bungle bunion bunk bunny buoy
    buoyancy buoyant burble burden burdensome bureau bureaucracy bureaucrat bureaucratic burger burglar burglary burgle
    burial burlap burlier burliest burly burn burnish burnt burp burr burro burrow bursar burst bury bus bush bushel
    bushier bushiest bushy busier busiest busily business businessman businessmen businesswoman businesswomen bust
    bustle busy busybody but butcher butchery butler butt butte buttercup butterfly buttermilk butterscotch buttery
    buttock button buttonhole buttress buxom buy buzz buzzard by bye bygone bypass bys bystander byte byway cab cabaret
    cabbage cabin cabinet cable caboose cacao cache cackle cacti cactus cad caddie caddying cadence cadet cafeteria
    caffeine cage cagey cagier cagiest cajole cake calamity calcium calculate calculation calculator calculi calculus
    calendar calf caliber calibrate calibration calibre calico calk call callable calligraphy callous callow callus calm
    calmest calmness calorie calve cam camaraderie came camel cameo camera camouflage camp campaign campus can canal
    canary cancel cancellation cancer candid candidacy candidate candle candlestick candor candour candy cane canine
    canister canker cannery cannibal cannibalism cannier canniest cannon cannot canny canoe canon canonical canopy cant
    cantaloupe cantankerous canteen canvas canyon cap capability capable capably capacitance capacitor capacity cape
    capillary capital capitalisation capitalise capitalism capitalist capitalization capitalize capitulate caprice
    capricious capsize capsule captain caption captivate captive captivity captor capture car caramel carat caravan
    carbohydrate carbon carburetor carburettor carcass carcinogenic cardboard cardiac cardigan cardinal care carefree
    careful carefullest carefulness careless carelessness caretaker cargo caribou caricature carnage carnal carnation
    carnival carnivore carnivorous carol carouse carp carpenter carpentry carpet carriage carriageway carrier carrion
    carrot carry cart cartel cartilage cartographer cartography carton cartoon cartoonist cartridge cartwheel carve
    cascade case cash cashew cashier cashmere casino cask casket casserole cassette cast castaway caste castigate castle
    castoff castrate casual casualty cat cataclysm cataclysmic catalog catalogue catapult cataract catastrophe
    catastrophic catcall catch catchier catchiest catchment catchy catechism categorical categorise categorize category
    caterpillar catfish cathedral catholic catnap catnip cattle catwalk caucus caught cauliflower caulk causal causality
    cause causeway caustic caution cautious cavalier cavalry cave caveat cavern caviar cavity cavort caw cease ceasefire
    ceaseless cedar cede ceiling celebrate celebration celebrity celery celestial celibacy celibate cell cellar cellist
    cello cellophane cellular cellulose cement cemetery censor censorship censure census cent centennial centerpiece
    centimeter centimetre centipede central centralise centralize centre centrepiece centrifuge century ceramic cereal
    cerebral ceremonial ceremonious ceremony certain certainty certificate certify cervical cessation chafe chaff
    chagrin chain chainsaw chair chairman chairmen chairperson chalet chalice chalk chalkier chalkiest chalky challenge
    chamber chameleon champ champagne champion championship chance chancellor chandelier change changeable changeover
    channel chant chaos chaotic chap chapel chaperon chaperone chaplain chapter char character characterisation
    characterise characteristic characteristically characterization characterize charcoal charge chargeable chariot
    charisma charismatic charitable charitably charity charlatan charm chart chase chasm chassis chaste chasten chastest
    chastise chastisement chastity chat chatterbox chattier chattiest chatty chauffeur chauvinist cheap cheapen cheapest
    cheapness cheat check checkout checkpoint checkup cheek cheep cheer cheerful cheerfullest cheerfulness cheerier
    cheeriest cheery cheese cheesecloth cheetah chef chemical chemist chemistry cheque cherish cherry cherub cherubim
    chess chest chestnut chew chewier chewiest chewy chi chic chicest chick chicken chide chief chiefest chieftain child
    childbirth childhood childish childlike children chili chill chillest chilli chilliest chilly chime chimney chimp
    chimpanzee chin china chink chintz chip chipmunk chiropractor chirp chisel chivalrous chivalry chlorine chloroform
    chlorophyll chocolate choice choicest choir choke cholera cholesterol choose choosier choosiest choosy chop choppier
    choppiest choppy choral chord chore choreographer choreography chortle chorus chose chosen chow chowder christen
    chrome chromium chromosome chronic chronically chronicle chronological chronology chrysanthemum chubbier chubbiest
    chubby chuck chuckle chug chum chummier chummiest chummy chunk chunkier chunkiest chunky church churn chute cider
    cigar cigarette cinch cinder cinema cinnamon cipher circa circle circuit circuitous circuitry circular circulate
    circulation circulatory circumcise circumcision circumference circumflex circumstance circumstantial circumvent
    circumvention circus cistern citation cite citizen citizenship citric citrus city civic civil civilian civilisation
    civilise civility civilization civilize clack clad claim clairvoyance clairvoyant clam clamber clammier clammiest
    clammy clamor clamour clamp clan clandestine clang clank clap claptrap claret clarification clarify clarinet clarity
    clash clasp class classic classical classification classify classmate classroom classy clatter clause claustrophobia
    claw clay clean cleanest cleanlier cleanliest cleanliness cleanse clear clearance clearest clearness cleat cleavage
    cleave clef cleft clemency clench clergy clergyman clergymen cleric clerical clerk clever cleverest cleverness click
    client cliff climactic climate climax climb clime clinch cling clinic clinical clink clip clipboard clique clitoris
    cloak clock clockwise clockwork clod clog cloister clone close closeness closest closet closure clot cloth clothe
    clothespin cloud cloudburst cloudier cloudiest cloudy clout clove cloven clown club clubhouse cluck clue clueless
    clump clumsier clumsiest clumsily clumsiness clumsy clung cluster clutch clutter coach coagulate coagulation coal
    coalesce coalition coarse coarsen coarseness coarsest coast coastal coastline coat coax cob cobalt cobble cobra
    cobweb cocaine cock cockeyed cockier cockiest cockpit cockroach cocktail cocky cocoa coconut cocoon cod code
    coefficient coerce coercion coexist coexistence coffee coffer coffin cog cogency cogent cognac cognitive coherence
    coherent coil coin coinage coincide coincidence coincidental coke colander cold coldest coldness colic collaborate
    collaboration collaborative collaborator collage collapse collapsible collar collarbone collate collateral collation
    colleague collect collection collective collector college collegiate collide collie collision colloquial
    colloquialism collusion colon colonel colonial colonisation colonise colonization colonize colony color colorful
    colorless colossal colour colourful colourless colt column coma comb combat combatant combination combine
    combustible combustion come comeback comedian comedy comelier comeliest comestible comet comfort comfortable
    comfortably comic comical comma command commandant commandeer commandment commando commemorate commemoration
    commence commencement commend commendable commendation comment commentary commentator commerce commercial
    commercialise commercialism commercialize commiserate commiseration commission commit commitment committee commodity
    commodore common commonest commonplace commonwealth commotion communal commune communicable communicate
    communication communicative communicator communion communique communism communist community commutative commute
    compact compactest compaction companion companionship company comparable comparative compare comparison compartment
    compass compassion compassionate compatibility compatible compatriot compel compensate compensation compete
    competence competent competition competitive competitor compilation compile complacency complacent complain
    complaint complement complementary complete completeness completest completion complex complexion complexity
    compliance compliant complicate complication compliment complimentary comply component compose composite composition
    compost composure compound comprehend comprehensible comprehension comprehensive compress compression comprise
    compromise compulsion compulsive compulsory compunction computation computational compute computerise computerize
    comrade comradeship con concatenate concatenation concave conceal concealment concede conceit conceivable
    conceivably conceive concentrate concentration concentric concept conception conceptual concern concert concerto
    concession conciliate conciliation concise conciseness concisest conclude conclusion conclusive concoct concoction
    concord concordance concourse concrete concur concurrence concurrency concurrent concussion condemn condemnation
    condensation condense condescend condiment condition conditional condolence condom condominium condone condor
    conducive conduct conductor cone confection confederacy confederate confederation confer conference confess
    confession confetti confidant confide confidence confident confidential confidentiality configurable configuration
    configure confine confinement confirm confirmation confiscate confiscation conflict conform conformity confound
    confront confrontation confuse confusion congeal congenial congest congestion conglomerate congratulate
    congratulations congregate congregation congress congressman congressmen congresswoman congresswomen congruent
    conical conifer coniferous conjecture conjugal conjugate conjugation conjunction conjure connect connection
    connective connectivity connector connoisseur connotation connote conquer conqueror conquest conscience
    conscientious conscious consciousness consecrate consecutive consensus consent consequence consequent consequential
    conservation conservatism conservative conservatory conserve consider considerable considerably considerate
    consideration consign consignment consist consistency consistent consolation console consolidate consolidation
    consonant consort consortium conspicuous conspiracy conspirator conspire constancy constant constellation
    consternation constipation constituency constituent constitute constitution constitutional constrain constraint
    constrict constriction construct construction constructive construe consul consular consulate consult consultancy
    consultant consultation consumable consume consumerism consummate consumption contact contagion contagious contain
    contaminate contamination contemplate contemplation contemplative contemporary contempt contemptible contemptuous
    contend content contention contentious contentment contest contestant context contextual contiguous continent
    continental contingency contingent continual continuation continue continuity continuous continuum contort
    contortion contour contraband contraception contraceptive contract contraction contractor contractual contradict
    contradiction contradictory contraption contrary contrast contravene contravention contribute contribution
    contributor contributory contrite contrive control controllable controversial controversy convalesce convalescence
    convalescent convection convene convenience convenient convent convention conventional converge convergence
    conversant conversation conversational converse conversion convert convertible convex convey conveyance convict
    conviction convince convoluted convoy convulse convulsion convulsive coo cook cookbook cookie cool coolest coop
    cooperate cooperation cooperative coordinate coordination coordinator cop cope copier copious copperhead copulate
    copulation copy copyright coral cord cordial cordless cordon corduroy core cork corkscrew corn cornea cornet
    cornflakes cornier corniest cornmeal cornstarch corny corollary coronary coronation coroner corporal corporate
    corporation corps corpse corpulent corpus corpuscle corral correct correctest correction corrective correctness
    corrector correlate correlation correspond correspondence correspondent corridor corroborate corroboration corrode
    corrosion corrosive corrupt corruptest corruptible corruption corsage corset cortex cosier cosiest cosily cosiness
    cosmetic cosmic cosmology cosmonaut cosmopolitan cosmos cost costlier costliest costume cosy cot cottage cotton
    cottontail cottonwood couch cougar cough could council councillor councilor counsel counsellor counselor count
    countable countdown countenance counteract counterattack counterbalance counterclockwise counterexample counterfeit
    counterpart countersign countess countless country countryman countrymen countryside county coup couple coupon
    courage courageous courier course court courteous courtesy courthouse courtroom courtship courtyard cousin cove
    covenant coverage covert covet covetous cow coward cowardice cowboy cowgirl cowhide cox coy coyest coyote cozier
    coziest cozily coziness cozy crab crabbier crabbiest crabby crack crackle crackpot cradle craft craftier craftiest
    craftily craftsman craftsmen crafty crag craggier craggiest craggy cram cramp cranberry crane cranium crank crankier
    crankiest cranky crap crash crass crassest crate crave crawl crayfish crayon craze crazier craziest crazily
    craziness crazy creak creakier creakiest creaky cream creamier creamiest creamy crease create creation creative
    creativity creator creature credence credential credibility credible credit creditable creditor credulous creed
    creek creep creepier creepiest creepy cremate cremation crepe crept crescendo crescent crest crestfallen cretin
    cretinous crevasse crevice crew crib cricket crime criminal crimson cringe crinkle cripple crises crisis crisp
    crispest crispy crisscross criteria criterion critic critical criticise criticism criticize critique croak crochet
    crock crockery crocodile crocus crofts crony crook crookedest croon crop croquet cross crossbow crossest crossroad
    crosswalk crossword crotch crouch crow crowbar crown crucial crucifix crucifixion crucify crude crudest crudity
    cruel cruelest cruellest cruelty cruise crumb crumble crumblier crumbliest crummier crummiest crummy crumple crunch
    crunchy crusade crush crust crustacean crustier crustiest crusty crutch crux cry crybaby crypt cryptic crystal
    crystallisation crystallise crystallization crystallize cs cub cube cubic cubicle cuckoo cucumber cuddle cuddly cue
    cuff cuing cuisine culinary cull culminate culmination culpable culprit cult cultivate cultivation cultural culture
    cumbersome cumming cums cumulative cunning cunningest cup cupboard cupful cur curable curator curb curdle cure
    curfew curio curiosity curious curl currant currency current curricula curriculum curry curse cursor cursory curt
    curtail curtain curtest curtsy curvature curve cushion custard custodian custody custom customary customisation
    customise customization customize cut cutback cute cutest cuticle cutlery cutlet cutthroat cyanide cybernetics cycle
    cyclic cyclist cyclone cylinder cylindrical cymbal cynic cynical cynicism cypress cyst czar dab dabble dachshund dad
    daddy daemon daffodil daft dagger daily daintier daintiest daintily dainty dairy dais daisy dally dam damage dame
    damn damnation damnedest damp dampen dampest dampness damsel dance dandelion dandier dandiest dandruff dandy danger
    dangerous dangle dank dankest dapper dapperest dare daredevil dark darken darkest darkness darling darn dart dash
    dashboard dastardly data database date datum daub daughter daunt dauntless dawdle dawn day daybreak daydream
    daylight daytime daze dazzle deacon dead deaden deadest deadlier deadliest deadline deadlock deaf deafest deafness
    deal dealt dean dear dearest dearth death deathbed deaves debase debasement debatable debate debauchery debilitate
    debility debit debonair debrief debris debt debtor debug debunk debut decade decadence decadent decanter decapitate
    decay decease deceit deceitful deceive decency decent decentralisation decentralise decentralization decentralize
    deception deceptive decibel decide deciduous decimal decimate decipher decision decisive deck declaration declare
    declension decline decode decompose decomposition decorate decoration decorative decorator decorous decorum decoy
    decrease decree decrepit decry dedicate dedication deduce deduct deduction deductive deed deem deep deepen deepest
    deer deface defamation defamatory defame default defeat defeatist defecate defect defective defence defenceless
    defend defendant defense defenseless defensible defensive defer deference deferential defiance defiant deficiency
    deficient deficit defile definable define definite definition definitive deflate deflation deflect deflection deform
    deformity defraud defrost deft deftest defunct defy degenerate degradation degrade degree dehydrate deify deign
    deity deject dejection delay delectable delegate delegation delete deleterious deletion deli deliberate deliberation
    delicacy delicate delicatessen delicious delight delightful delimit delinquency delinquent delirious delirium
    deliver deliverance delivery delta delude deluge delusion deluxe delve demagogue demand demean demeanor demeanour
    demented dementia demerit demise democracy democrat democratic democratically demolish demolition demon demonstrably
    demonstrate demonstration demonstrative demonstrator demoralise demoralize demote demotion demount demure demurest
    den denial denigrate denim denomination denominator denote denounce dense densest density dent dental dentist
    dentistry denunciation deny deodorant deodorise deodorize depart department departmental departure depend dependable
    dependant dependence dependency dependent depict depiction deplete deplorable deplore deport deportation deportment
    depose deposit depot deprave depravity deprecate depreciate depreciation depress depression deprivation deprive
    depth deputy derail derailment derange derelict deride derision derivation derivative derive derogatory derrick
    descend descendant descendent descent describable describe description descriptive descriptor desecrate desecration
    desegregation desert deserve design designate designation desirability desirable desire desirous desist desk desktop
    desolate desolation despair desperate desperation despicable despise despite despondent despot despotic dessert
    destabilise destabilize destination destine destiny destitute destitution destroy destruction destructive detach
    detachable detachment detail detain detect detectable detection detective detector detention deter detergent
    deteriorate deterioration determinable determination determine determinism deterministic deterrent detest dethrone
    detonate detonation detonator detour detract detriment detrimental devalue devastate devastation develop development
    deviant deviate deviation device devil devious devise devoid devolution devolve devote devotee devotion devour
    devout devoutest dew dexterity dexterous diabetes diabetic diabolical diagnose diagnosis diagnostic diagonal diagram
    dial dialect dialog dialogue diameter diametrically diamond diaper diaphragm diarrhea diarrhoea diary diatribe dice
    dictate dictation dictator dictatorial dictatorship diction dictionary did die diesel diet dietary differ difference
    different differential differentiate differentiation difficult difficulty diffuse diffusion dig digest digestible
    digestion digestive digit digital digitise digitize dignify dignitary dignity digress digression dike dilapidated
    dilate dilation dilemma diligence diligent dill dilute dilution dim dime dimension dimensional diminish diminutive
    dimmest dimple din dine dinghy dingier dingiest dingy dinosaur diocese dioxide dip diphtheria diphthong diploma
    diplomacy diplomat diplomata diplomatic diplomatically dire direct directest direction directive directness director
    directory direst dirge dirt dirtier dirtiest dirty disability disable disadvantage disadvantageous disagree
    disagreeable disagreeably disagreement disallow disambiguate disappear disappearance disappoint disappointment
    disapproval disapprove disarm disarmament disarray disaster disastrous disavow disband disbelief disbelieve disburse
    disbursement disc discard discern discernible discharge disciple disciplinarian disciplinary discipline disclaim
    disclose disclosure disco discolor discoloration discolour discolouration discomfort disconcert disconnect
    disconsolate discontent discontinue discontinuity discord discordant discount discourage discouragement discourse
    discourteous discourtesy discover discovery discredit discreet discreetest discrepancy discrete discretion
    discretionary discriminate discrimination discriminatory discus discussion disdain disdainful disease disembark
    disembarkation disenchantment disengage disentangle disfavor disfavour disfigure disgrace disgraceful disgruntle
    disguise disgust dish dishearten dishonest dishonesty dishonor dishonorable dishonour dishonourable dishwasher
    disillusion disillusionment disincentive disinfect disinfectant disingenuous disinherit disintegrate disintegration
    disinterested disjoint disk dislike dislocate dislocation dislodge disloyal disloyalty dismal dismantle dismay
    dismember dismiss dismissal dismissive dismount disobedience disobedient disobey disorder disown disparage disparate
    disparity dispassionate dispatch dispel dispensary dispensation dispense dispersal disperse dispersion displace
    displacement display displease displeasure disposable disposal dispose disposition dispossess disproportionate
    disprove dispute disqualify disquiet disregard disrepair disreputable disrepute disrespect disrespectful disrupt
    disruption disruptive dissatisfaction dissatisfy dissect dissection disseminate dissemination dissension dissent
    dissertation disservice dissident dissimilar dissimilarity dissipate dissipation dissociate dissociation dissolute
    dissolution dissolve dissonance dissuade distance distant distaste distasteful distend distil distill distillation
    distillery distinct distinctest distinction distinctive distinguish distinguishable distort distortion distract
    distraction distraught distress distribute distribution distributor district distrust distrustful disturb
    disturbance disuse ditch dither ditto ditty dive diverge divergence divergent diverse diversify diversion diversity
    divert divest divide dividend divine divinest divinity divisible division divisive divisor divorce divulge dizzier
    dizziest dizziness dizzy do docile dock doctor doctorate doctrine document documentary documentation dodge dodo doe
    dog doggerel doghouse dogma dogmatic dogwood doily doing doldrums dole doleful doll dollar dolly dolphin domain dome
    domestic domesticate domesticity domicile dominance dominant dominate domination dominion domino don donate donation
    done donkey donor doodle doom door doorman doormen doorstep doorway dope dopey dopier dopiest dormant dormitory
    dorsal dos dose dot dote double doubly doubt doubtful doubtless dough doughnut dour dourest douse dove dowdier
    dowdiest dowdy down downcast downfall downgrade downhearted downhill downier downiest downpour downright downstairs
    downstream downtown downward downy dowry doze dozen drab drabbest draconian draft draftier draftiest draftsman
    draftsmen drafty drag dragon dragonfly drain drainage drama dramatic dramatically dramatisation dramatise dramatist
    dramatization dramatize drank drape drapery drastic drastically draught draughtier draughtiest draughtsman
    draughtsmen draughty draw drawback drawbridge drawl drawn dread dreadful dream dreamier dreamiest dreamt dreamy
    drearier dreariest dreary dredge dregs drench dress dressier dressiest dressmaker dressy drew dribble drier driest
    drift driftwood drill drily drink drinkable drip drive drivel driven driveway drizzle droll drollest drone drool
    droop drop dropout dross drought drove drown drowse drowsier drowsiest drowsiness drowsy drudge drudgery drug
    druggist drugstore drum drumstick drunk drunkard drunken drunkenness drunkest dry dryness dual dualism dub dubious
    duchess duck duckling duct dud dude due duel duet duff dug dugout duke dull dullest dullness dully duly dumb
    dumbbell dumbest dumbfound dummy dump dumpier dumpiest dumpling dumpster dumpy dunce dune dung dungeon dunk dunno
    duo dupe duplex duplicate duplication duplicity durability durable duration duress during dusk duskier duskiest
    dusky dust dustbin dustier dustiest dustmen dustpan dusty dutiful duty duvet dwarf dwell dwelt dwindle dye dying
    dyked dyking dynamic dynamical dynamite dynamo dynasty dysentery dyslexia each eager eagerest eagerness eagle ear
    earache eardrum earl earlier earliest earmark earn earnest earnestness earshot earth earthier earthiest earthlier
    earthliest earthquake earthworm earthy ease easel easier easiest easily east easterly eastern eastward easy
    easygoing eat eaten eave eavesdrop ebb ebony eccentric eccentricity ecclesiastical echo eclectic eclipse ecological
    ecologist ecology economic economical economise economist economize economy ecosystem ecstasy ecstatic ecumenical
    eczema eddy edge edgewise edgier edgiest edgy edible edict edifice edit edition editor editorial editorship educate
    education educational educator eel eerie eeriest effect effective effectiveness effectual effeminate effervescent
    efficiency efficient effigy effort effortless effusive egalitarian egg eggplant ego egocentric egoism egotism
    egotist eh eigenvalue eight eighteen eighteenth eighth eightieth eighty either ejaculate ejaculation eject ejection
    eke eking elaborate elaboration elapse elastic elasticity elation elbow elder eldest elect election elective elector
    electoral electorate electric electrical electrician electricity electrify electrocute electrocution electrode
    electrolysis electromagnetic electron electronic electronically electrostatic elegance elegant elegy element
    elemental elementary elephant elevate elevation elevator eleven eleventh elf elicit eligibility eligible eliminate
    elimination elite elitism elitist elk ellipse ellipsis elliptic elliptical elm elongate elope elopement eloquence
    eloquent else elsewhere elucidate elude elusive elves em email emanate emancipate emancipation embalm embankment
    embargo embark embarrass embarrassment embassy embed embellish embellishment ember embezzle embezzlement embitter
    emblem embodiment embody emboss embrace embroider embroidery embryo embryonic emerald emerge emergence emergency
    emergent emigrant emigrate emigration eminence eminent emir emissary emission emit emotion emotional emotive empathy
    emperor emphases emphasis emphasise emphasize emphatic emphatically emphysema empire empirical employ employee
    employment emporium empower empress emptier emptiest emptiness empty emulate emulation emulator emulsion enable
    enact enactment enamel encapsulate encase enchant enchantment encircle enclose enclosure encode encompass encore
    encounter encourage encouragement encroach encrypted encryption encumber encumbrance encyclopaedia encyclopedia end
    endanger endear endearment endeavor endeavour endemic endive endless endorse endorsement endow endowment endurance
    endure endways enema enemy energetic energetically energy enforce enforcement engage engagement engender engine
    engrave engross engulf enhance enhancement enigma enigmatic enjoy enjoyable enjoyment enlarge enlargement enlighten
    enlightenment enlist enlistment enliven enmity enormity enormous enough enquire enquiry enrage enrich enrichment
    enrol enroll enrollment enrolment ensemble enshrine ensign enslave ensue ensure entail entangle entanglement enter
    enterprise entertain entertainment enthral enthrall enthusiasm enthusiast enthusiastic enthusiastically entice
    enticement entire entirety entitle entity entomologist entomology entrails entrance entrant entrap entreat entreaty
    entrench entropy entrust entry entwine enumerate enumeration enunciate enunciation envelop envelope enviable envious
    environment environmental environs envisage envoy envy enzyme eon epaulet epaulette ephemeral epic epidemic
    epidermis epilepsy epileptic epilogue episode epitaph epithet epitome epoch epsilon equal equalise equality equalize
    equanimity equate equation equator equatorial equestrian equilateral equilibrium equine equinox equip equipment
    equitable equity equivalence equivalent equivocal era eradicate erase erasure erect erection ergo ergonomic erode
    erosion erotic err errand errant erratic erratically erroneous error erstwhile erudite erupt eruption escalate
    escalation escalator escapade escape escapism escort esophagi esophagus esoteric especial espionage essay essence
    essential establish establishment estate esteem estimate estimation estrangement etch eternal eternity ether
    ethereal ethic ethical ethnic ethos etiquette etymological etymology eulogise eulogize eulogy euphemism eureka
    euthanasia evacuate evacuation evade evaluate evaluation evangelical evangelism evangelist evangelistic evaporate
    evaporation evasion evasive eve even evenest evenness event eventful eventual eventuality evergreen everlasting
    evermore every everybody everyday everyone everything everywhere evict eviction evidence evident evil evilest
    evillest evocative evoke evolution evolutionary evolve ewe exacerbate exact exactest exaggerate exaggeration exalt
    exaltation exam examination examine example exasperate exasperation excavate excavation exceed excel excellence
    excellent except exception exceptional excerpt excess excessive exchange excise excitable excite excitement exclaim
    exclamation exclude exclusion exclusive excommunicate excommunication excrement excrete excruciating excursion
    excusable excuse executable execute execution executive executor exemplary exemplify exempt exemption exercise exert
    exertion exhale exhaust exhaustion exhaustive exhibit exhibition exhilarate exhilaration exhort exhortation exhume
    exile exist existence existent existential exit exodus exonerate exoneration exorbitant exotic expand expandable
    expanse expansion expansive expatriate expect expectancy expectant expectation expediency expedient expedite
    expedition expel expend expendable expenditure expense expensive experience experiment experimental experimentation
    expert expertise expiration expire expiry explain explanation explanatory expletive explicable explicit explode
    exploit exploitation exploration explore explosion explosive exponent exponential export expose exposition exposure
    expound express expression expressive expressway expulsion exquisite extant extemporaneous extend extension
    extensive extent exterior exterminate extermination external extinct extinction extinguish extol extort extortion
    extortionate extra extract extraction extracurricular extradite extradition extraneous extraordinarily extraordinary
    extrapolate extrapolation extraterrestrial extravagance extravagant extreme extremest extremist extremity extricate
    extrovert exuberance exuberant exude exult exultant exultation eye eyeball eyebrow eyelash eyelid eyesight eyesore
    eyewitness fable fabric fabricate fabrication fabulous facade face faceless facet facetious facial facile facilitate
    facility facsimile fact faction factor factorial factorisation factorization factory factual faculty fad fade faeces
    faggot fagot fail failure faint faintest fair fairest fairness fairy faith faithful faithfulness faithless fake
    falcon fall fallacious fallacy fallen fallible fallout false falsehood falsest falsetto falsification falsify
    falsity falter fame familiar familiarise familiarity familiarize family famine famous fan fanatic fanatical fancier
    fanciest fanciful fancy fanfare fang fantastic fantastically fantasy far faraway farce fare farewell farm farmland
    farther farthest fascinate fascination fascism fascist fashion fashionable fashionably fast fasten fastest
    fastidious fat fatal fatalistic fatality fate fateful father fatherhood fatherland fathom fatigue fatten fattest
    fattier fattiest fatty fatuous faucet fault faultier faultiest faultless faulty fauna favor favorable favorably
    favorite favoritism favour favourable favourably favourite favouritism fawn faze fear fearful fearless fearsome
    feasibility feasible feast feat feather featherier featheriest feathery feature feces fed federal federalism
    federalist federation fee feeble feeblest feedback feel feet feign feint feline fell fellest fellow fellowship felon
    felony felt female feminine femininity feminism feminist fen fence ferment fermentation fern ferocious ferocity
    ferret ferry fertile fertilisation fertilise fertility fertilization fertilize fervent fervor fervour fester
    festival festive festivity festoon fetch feted fetid feting fetish fetter fetus feud feudal feudalism fever feverish
    few fewest fez fezzes fiasco fib fiberglass fibre fibreglass fiche fickle ficklest fiction fictional fictitious
    fiddle fiddly fidelity fidget fidgety field fiend fiendish fierce fierceness fiercest fierier fieriest fiery fiesta
    fifteen fifteenth fifth fiftieth fifty fig fight figment figurative figure figurehead filament filch file filet fill
    fillet filly film filmier filmiest filmy filter filth filthier filthiest filthy fin final finale finalise finalist
    finality finalize finance financial financier finch fine finesse finest finger fingernail fingerprint fingertip
    finickier finickiest finicky finish finite fir fire firearm firecracker firefighter firefly fireman firemen
    fireplace fireproof fireside firewood firework firm firmest firmness firmware first firsthand fiscal fish fisherman
    fishermen fishery fishier fishiest fishy fission fissure fist fit fitful fitness fittest five fix fixable fixation
    fixture fizz fizzle fizzy flabbier flabbiest flabby flag flagpole flagrant flagship flagstone flail flair flak flake
    flakier flakiest flaky flamboyance flamboyant flame flamingo flammable flank flannel flap flapjack flare flash
    flashback flashest flashier flashiest flashlight flashy flask flat flatness flatten flattery flattest flaunt
    flautist flavor flavour flaw flawless flea fleck fled fledged fledgling flee fleece fleecier fleeciest fleecy fleet
    fleetest flesh fleshier fleshiest fleshy flew flex flexibility flexible flexibly flick flier fliest flight flightier
    flightiest flightless flighty flimsier flimsiest flimsiness flimsy flinch fling flint flip flippant flippest flirt
    flirtation flirtatious flit float flock flog flood floodlight floor flop floppier floppiest floppy flora floral
    florid florist floss flotilla flounce flounder flour flourish flout flow flowerier floweriest flowery flown flu
    fluctuate fluctuation flue fluency fluent fluff fluffier fluffiest fluffy fluid fluke flung flunk flunky fluorescent
    flurry flush flushest fluster flute flutist flutter flux fly flyover foal foam foamier foamiest foamy focal focus
    fodder foe fog fogey foggier foggiest foggy foghorn fogy foible foil foist fold foliage folk folklore folksier
    folksiest folksy follow folly foment fond fondest fondle fondness font food foodstuff fool foolhardier foolhardiest
    foolhardy foolish foolishness foolproof foot footage football foothill foothold footlights footnote footpath
    footprint footstep footstool footwear footwork for forage foray forbade forbear forbearance forbid forbidden forbore
    forborne force forceful forceps forcible forcibly fore forearm forebode forecast forefather forefinger forefront
    forego foregone foreground forehead foreign foreleg foreman foremen foremost forensic foreplay forerunner foresaw
    foresee foreseeable foreseen foreshadow foresight foreskin forest forestall forestry foretaste foretell forethought
    foretold forever forewarn forewent foreword forfeit forgave forge forgery forget forgetful forgetfulness forgive
    forgiven forgiveness forgo forgone forgot forgotten fork forlorn form formal formalise formality formalize format
    formation formative formidable formless formula formulae formulate formulation fornication forsake forsaken forsook
    forswear forswore forsworn fort forte forth forthcoming forthright forthwith fortieth fortification fortify
    fortitude fortnight fortress fortuitous fortunate fortune forty forum forward forwardest forwent fossil fossilise
    fossilize foster fought foul foulest found foundation foundling foundry fount fountain four fourteen fourteenth
    fourth fowl fox foxier foxiest foxy foyer fracas fractal fraction fractional fracture fragile fragility fragment
    fragmentary fragmentation fragrance fragrant frail frailest frailty frame framework franc franchise frank frankest
    frankfurter frantic frantically fraternal fraternise fraternity fraternize fraud fraudulent fraught fray freak
    freckle free freedom freehand freelance freest freeway freeze freight french frenzy frequency frequent frequentest
    fresh freshen freshest freshman freshmen freshness freshwater fret fretful friar friction friend friendlier
    friendliest friendliness friendship frieze frigate fright frighten frightful frigid frigidity frill frillier
    frilliest frilly fringe frisk friskier friskiest frisky fritter frivolity frivolous frizzier frizziest frizzy fro
    frock frog frolic frolicked frolicking from frond front frontage frontal frontier frost frostbit frostbite
    frostbitten frostier frostiest frosty froth frothier frothiest frothy frown froze frozen frugal frugality fruit
    fruitful fruitier fruitiest fruition fruitless fruity frustrate frustration fry fudge fuel fugitive fulcrum fulfil
    fulfill fulfillment fulfilment full fullest fullness fully fumble fume fumigate fumigation fun function functional
    functionality fundamental fundamentalism fundamentalist funeral fungi fungicide fungus funnel funnest funnier
    funniest funnily funny fur furious furl furlong furlough furnace furnish furniture furor furore furrier furriest
    furrow furry further furthermore furthest furtive furtiveness fury fuse fuselage fusion fuss fussier fussiest fussy
    futile futility future futuristic fuzz fuzzier fuzziest fuzzy gab gable gadget gag gaiety gaily gain gainful gait
    gal gala galactic galaxy gale gall gallant gallantry gallery galley gallivant gallon gallop gallows galore galvanise
    galvanize gambit gamble game gamest gamma gamut gander gang gangling gangplank gangrene gangster gangway gap gape
    garage garb garbage garble garden gardenia gargle gargoyle garish garland garlic garment garnet garnish garret
    garrison garrulous garter gas gaseous gash gasket gasoline gasp gastric gate gateway gather gaudier gaudiest gaudy
    gauge gaunt gauntest gauntlet gauze gave gavel gawk gawkier gawkiest gawky gay gayest gaze gazelle gazette gear gee
    geese gel gelatin gem gender gene genealogical genealogy genera general generalisation generalise generality
    generalization generalize generate generation generator generic generosity generous genesis genetic genetically
    geneticist genial genie genii genital genius genocide genre gent gentile gentility gentle gentleman gentlemen
    gentleness gentlest gentry genuine genuineness genus geographic geographical geography geological geologist geology
    geometric geometry geranium gerbil germ germicide germinate germination gestation gesticulate gesture get getaway
    geyser ghastlier ghastliest ghastly ghetto ghost ghostlier ghostliest ghoul giant gibber gibberish gibe giddier
    giddiest giddiness giddy gift gig gigantic giggle gild gill gilt gimme gimmick gin ginger gingerbread gingham
    giraffe girder girdle girl girlfriend girlhood girlish girth gist give given gizzard glacial glacier glad gladden
    gladdest glade gladiator glamorise glamorize glamorous glamour glance gland glandular glare glass glassier glassiest
    glassware glassy glaze gleam glean glee glen glib glibbest glide glimmer glimpse glint glisten glitter gloat global
    globe globular globule gloom gloomier gloomiest gloomy glorification glorify glorious glory gloss glossary glossier
    glossiest glossy glove glow glucose glue glum glummest glut glutton gluttony glycerin glycerine gnarl gnash gnat
    gnaw gnome gnu go goad goal goalie goalkeeper goat goatee gob gobble goblet goblin god godchild godchildren goddess
    godfather godless godlier godliest godlike godmother godparent godsend goes goggle going gold golden goldenest
    goldfish goldsmith golf gondola gone gong gonna goo goodbye goodness goodnight goodwill goody gooey goof goofier
    goofiest goofy gooier gooiest goon goose gopher gore gorge gorgeous gorier goriest gorilla gory gos gosh gosling
    gospel gossamer gossip got gotten gouge goulash gourd gourmet gout govern governess government governmental governor
    gown grab grace graceful graceless gracious graciousness gradation grade gradient gradual graduate graduation
    graffiti graffito graft grain gram grammar grammatical gramophone grand grandchild grandchildren granddaughter
    grandest grandeur grandfather grandiose grandmother grandparent grandson grandstand granite granny granola grant
    granular granule grape grapefruit grapevine graph graphic graphical graphite grapple grasp grass grasshopper
    grassier grassiest grassy grate grateful gratification gratify gratitude gratuitous gratuity grave gravel graven
    gravest gravestone graveyard gravitate gravitation gravitational gravity gravy gray grayest graze grease greasier
    greasiest greasy great greatest greatness greed greedier greediest greedily greediness greedy green greenback
    greenery greenest greenhorn greenhouse greet gregarious gremlin grenade grew grey greyest greyhound grid griddle
    gridiron grief grievance grieve grievous grill grille grim grimace grime grimier grimiest grimmest grimy grin
    grindstone grip gripe grislier grisliest grisly gristle grit grittier grittiest gritty grizzled grizzlier grizzliest
    grizzly groan grocer grocery groggier groggiest groggy groin groom groove groovier grooviest groovy grope gross
    grossest grotesque grotto grouch grouchier grouchiest grouchy ground groundless groundwork group grouse grove grovel
    grow growl grown growth groyne grub grubbier grubbiest grubby grudge gruel gruesome gruesomest gruff gruffest
    grumble grumpier grumpiest grumpy grunt guarantee guarantor guard guardian gubernatorial guerrilla guess guessable
    guesswork guest guffaw guidance guide guidebook guideline guild guile guillotine guilt guiltier guiltiest guiltily
    guiltless guilty guinea guise guitar guitarist gulch gulf gull gullet gullible gully gulp gum gumdrop gummier
    gummiest gummy gumption gun gunfire gunman gunmen gunpowder gunshot guppy gurgle guru gush gust gustier gustiest
    gusty gut guy guzzle gybe gym gymnasium gymnast gymnastics gynaecologist gynaecology gynecologist gynecology gyrate
    gyration gyroscope ha habit habitable habitat habitation habitual hack hackney hacksaw had haddock haemoglobin
    haemophilia haemorrhage hag haggard haggle hail hailstone hair haircut hairdo hairdresser hairier hairiest hairline
    hairy hale halest half halfway halibut hall hallelujah hallmark hallucination hallway halo halon halt halve ham
    hamburger hamlet hammock hamper hamster hamstring hamstrung hand handbag handbook handcuff handedness handful
    handicap handicraft handier handiest handiwork handkerchief handle handlebar handmade handout handrail handshake
    handsome handsomest handwriting handy hang hangar hangout hangover hanker haphazard hapless happen happier happiest
    happily happiness happy harangue harass harassment harbor harbour hard hardback harden hardest hardier hardiest
    hardliner hardship hardware hardwood hardy hare harebrained harem hark harlot harm harmful harmless harmonic
    harmonica harmonious harmonise harmonize harmony harness harp harpist harpoon harpsichord harrow harry harsh
    harshest harshness hart harvest has hash hassle haste hasten hastier hastiest hastily hasty hat hatch hatchet hate
    hateful hatred haughtier haughtiest haughtily haughtiness haughty haul haunt have haven havoc hawk hay haystack
    haywire hazard hazardous haze hazel hazier haziest hazy he head headache headfirst headier headiest headland
    headlight headline headlong headmaster headphone headquarter headrest headroom headstone headstrong headway heady
    heal health healthcare healthful healthier healthiest healthy heap hear hearsay hearse heart heartache heartbeat
    heartbreak heartbroken heartburn hearten heartfelt hearth heartier heartiest heartily heartless hearty heat heath
    heathen heave heaven heavenlier heavenliest heavier heaviest heavily heaviness heavy heavyweight heckle hectic hedge
    hedgehog heed heedless heel heftier heftiest hefty heifer height heighten heinous heir heirloom held helicopter
    heliport helium hell hellish hello helm helmet help helpful helpless hem hemisphere hemlock hemoglobin hemophilia
    hemorrhage hemp hen hence henceforth henchman henchmen hepatitis her herald herb herbivorous here hereabouts
    hereafter hereby hereditary heredity herein heresy heretic heretical herewith heritage hermaphrodite hermit hernia
    hero heroic heroin heroine heroism heron herpes herself hes hesitancy hesitant hesitate hesitation heterogeneous
    heterosexual heterosexuality heuristic hew hexadecimal hexagon hexagonal hey heyday hi hiatus hibernate hibernation
    hiccup hick hickory hid hidden hide hideaway hideous hierarchical hierarchy hieroglyphic high highbrow highest
    highland highlight highway hijack hike hilarious hilarity hill hillbilly hillier hilliest hillside hilly hilt him
    himself hind hindrance hindsight hinge hint hinterland hip hippest hippie hippopotamus hippy hire his histogram
    historian historic historical history hit hitch hitchhike hither hitherto hive ho hoard hoarse hoarseness hoarsest
    hoax hobbit hobble hobby hobbyhorse hobgoblin hobnob hobo hock hockey hodgepodge hoe hog hoist hold holdup hole
    holiday holier holiest holiness holler hollow hollowest holly holocaust holster holy homage home homeland homeless
    homelier homeliest homemade homesick homesickness homespun homestead homeward homework homey homicidal homicide
    homier homiest homogeneous homogenise homogenize homonym homophobic homosexual homosexuality hone honest honestest
    honesty honey honeycomb honeymoon honeysuckle honk honor honorable honorary honour honourable hood hoodlum hoodwink
    hoof hook hoop hooray hoot hooves hop hope hopeful hopeless hopscotch horde horizon horizontal hormone horn hornet
    hornier horniest horny horoscope horrendous horrible horribly horrid horrific horrify horror horse horseback
    horseman horseplay horsepower horseradish horseshoe horticultural horticulture hose hosiery hospitable hospital
    hospitalisation hospitalise hospitality hospitalization hospitalize host hostage hostel hostess hostile hostility
    hot hotbed hotel hothead hottest hound hour hourglass house houseboat household housekeeper housewarming housewife
    housewives housework hove hovel how however howl hub hubbub huddle hue huff huffier huffiest huffy hug huge hugest
    huh hulk hull hullabaloo hum human humane humanest humanise humanism humanist humanitarian humanity humanize humble
    humblest humbly humbug humdrum humid humidify humidity humiliate humiliation humility hummingbird humor humorist
    humorous humour hump hunch hunchback hundred hundredth hung hungrier hungriest hungrily hungry hunk hunt hurdle hurl
    hurrah hurricane hurry hurt hurtful hurtle husband hush husk huskier huskiest huskily huskiness husky hustle hut
    hutch hyacinth hybrid hydrant hydraulic hydroelectric hydrogen hydroplane hyena hygiene hygienic hymn hymnal
    hyperbole hypertension hyphen hyphenate hyphenation hypnosis hypnotic hypnotise hypnotism hypnotist hypnotize
    hypochondria hypochondriac hypocrisy hypocrite hypocritical hypotenuse hypotheses hypothesis hypothesise hypothesize
    hypothetical hysteria hysteric hysterical ice iceberg icebreaker icicle icier iciest icing icon icy id idea ideal
    idealise idealist idealistic idealize identical identifiable identification identifier identify identity ideological
    ideology idiocy idiom idiomatic idiosyncrasy idiosyncratic idiot idiotic idle idlest idly idol idolise idolize
    idyllic if ifs igloo ignite ignition ignorance ignorant ignore iguana ilk ill illegal illegible illegibly
    illegitimate illicit illiteracy illiterate illness illogical illuminate illumination illusion illusory illustrate
    illustration illustrative illustrator illustrious image imagery imaginable imaginary imagination imaginative imagine
    imbalance imbecile imitate imitation imitative imitator immaculate immaterial immature immaturity immeasurable
    immeasurably immediate immense immensity immerse immersion immigrant immigrate immigration imminent immobile
    immobilise immobilize immoral immorality immortal immortality immovable immune immunisation immunise immunity
    immunization immunize imp impact impair impairment impale impart impartial impartiality impassable impasse
    impassioned impassive impatience impatient impeach impeccable impedance impede impediment impel impend impenetrable
    imperative imperceptible imperceptibly imperfect imperfection imperial imperialism imperialist imperil impersonal
    impersonate impersonation impertinence impertinent impervious impetuous impetus impinge impish implacable implant
    implausible implement implementable implementation implicate implication implicit implore impolite import importance
    important importation impose imposition impossibility impossible impossibly impostor impotence impotent impound
    impoverish impractical imprecise impregnable impregnate impress impression impressionable impressive imprint
    imprison imprisonment improbability improbable improbably impromptu improper impropriety improve improvement
    improvisation improvise impudence impudent impulse impulsive impunity impure impurest impurity in inability
    inaccessible inaccuracy inaccurate inaction inactive inactivity inadequacy inadequate inadmissible inadvertent
    inadvisable inalienable inane inanest inanimate inapplicable inappropriate inarticulate inasmuch inaudible inaugural
    inaugurate inauguration inauspicious inborn inbred inbreed inbuilt incalculable incandescence incandescent
    incantation incapable incapacitate incapacity incarcerate incarceration incarnate incarnation incendiary incense
    incentive inception incessant incest incestuous inch incidence incident incidental incinerate incinerator incision
    incisive incisor incite incitement inclination incline include inclusion inclusive incognito incoherence incoherent
    income incomparable incompatibility incompatible incompatibly incompetence incompetent incomplete incomprehensible
    inconceivable inconclusive incongruity incongruous inconsequential inconsiderable inconsiderate inconsistency
    inconsistent inconsolable inconspicuous inconvenience inconvenient incorporate incorporation incorrect incorrigible
    increase incredible incredibly incredulity incredulous increment incremental incriminate incubate incubation
    incubator incumbent incur incurable indebted indecency indecent indecision indecisive indeed indefensible
    indefinable indefinite indelible indelibly indelicate indent indentation independence independent indescribable
    indestructible indeterminate index indicate indication indicative indicator indices indict indictment indifference
    indifferent indigenous indigestible indigestion indignant indignation indignity indigo indirect indirection
    indiscreet indiscretion indiscriminate indispensable indisposed indisputable indistinct indistinguishable individual
    individualism individualist individuality indivisible indoctrinate indoctrination indolence indolent indomitable
    indoor induce inducement induct induction indulge indulgence indulgent industrial industrialisation industrialise
    industrialist industrialization industrialize industrious industry inedible ineffective ineffectual inefficiency
    inefficient inelegant ineligible inept ineptitude inequality inert inertia inertial inescapable inevitable
    inevitably inexact inexcusable inexhaustible inexorable inexorably inexpensive inexperience inexplicable
    inexplicably inextricably infallible infamous infamy infancy infant infantile infantry infatuation infeasible infect
    infection infectious infelicity infer inference inferior inferiority inferno infertile infest infestation infidel
    infidelity infield infiltrate infiltration infinite infinitesimal infinitive infinity infirm infirmary infirmity
    infix inflame inflammable inflammation inflammatory inflatable inflate inflation inflationary inflection inflexible
    inflexion inflict influence influential influenza influx info inform informal informality informant information
    informational informative infraction infrared infrastructure infrequent infringe infringement infuriate infuse
    infusion ingenious ingenuity ingest ingrain ingratiate ingratitude ingredient inhabit inhabitant inhale inherent
    inherit inheritance inhibit inhibition inhospitable inhuman inhumane inhumanity initial initialisation initialise
    initialization initialize initiate initiation initiative initiator inject injection injunction injure injurious
    injury injustice ink inkier inkiest inkling inky inlaid inland inlay inlet inmate inn innards innate innermost
    innkeeper innocence innocent innocuous innovation innovative innuendo innumerable inoculate inoculation inoffensive
    inoperative inopportune inordinate input inquest inquire inquiry inquisition inquisitive ins insane insanest
    insanity insatiable inscribe inscription inscrutable insect insecticide insecure insecurity insensitive
    insensitivity inseparable insert insertion inside insidious insight insignia insignificance insignificant insincere
    insincerity insinuate insinuation insipid insist insistence insistent insofar insolence insolent insoluble
    insolvency insolvent insomnia inspect inspection inspector inspiration inspire instability install installation
    installment instalment instance instant instantaneous instead instep instigate instigation instil instill instinct
    instinctive institute institution institutional institutionalise institutionalize instruct instruction instructive
    instructor instrument instrumental insubordinate insubordination insubstantial insufferable insufficient insular
    insulate insulation insulator insulin insult insurance insure insurgent insurmountable insurrection intact intake
    intangible integer integral integrate integration integrity intellect intellectual intelligence intelligent
    intelligible intelligibly intend intense intensest intensify intensity intensive intent intention intentional inter
    interact interaction interactive intercede intercept interception interchange interchangeable intercom interconnect
    intercontinental intercourse interdependence interdependent interest interface interfere interference interim
    interior interject interjection interlock interloper interlude intermarriage intermarry intermediary intermediate
    interment interminable interminably intermingle intermission intermittent intern internal international internet
    interplanetary interplay interpolation interpose interpret interpretation interracial interrogate interrogation
    interrogator interrupt interruption intersect intersection intersperse interstate interstellar intertwine interval
    intervene intervention interview interweave interwove interwoven intestinal intestine intimacy intimate intimation
    intimidate intimidation into intolerable intolerably intolerance intolerant intonation intoxicate intoxication
    intractable intramural intransitive intravenous intrepid intricacy intricate intrigue intrinsic intrinsically
    introduce introduction introductory introspective introvert intrude intrusion intrusive intuition intuitive inundate
    inundation invade invalid invalidate invaluable invariable invariably invariant invasion invective invent invention
    inventive inventor inventory inverse inversion invert invertebrate invest investigate investigation investigator
    investment investor inveterate invigorate invincible invisibility invisible invisibly invitation invite invocation
    invoice invoke involuntarily involuntary involve involvement invulnerable inward iodine ion iota irascible irate ire
    iridescence iridescent iris irk iron ironic ironically irony irradiate irrational irreconcilable irrefutable
    irregular irregularity irrelevance irrelevant irreparable irreplaceable irrepressible irreproachable irresistible
    irrespective irresponsibility irresponsible irretrievable irretrievably irreverence irreverent irreversible
    irrevocable irrevocably irrigate irrigation irritability irritable irritably irritant irritate irritation is island
    isle isolate isolation issue isthmus it italic italicise italicize itch itchier itchiest itchy item itemise itemize
    iterate iteration iterative itinerant itinerary its itself ivory ivy jab jack jackal jackass jackdaw jacket
    jackknife jackknives jackpot jade jagged jaggedest jaguar jail jalopy jam jamb jamboree jangle janitor jar jargon
    jaundice jaunt jauntier jauntiest jauntily jaunty javelin jaw jawbone jay jaywalk jazz jealous jealousy jeans jeer
    jell jelly jellyfish jeopardise jeopardize jeopardy jerk jerkier jerkiest jerky jersey jest jet jettison jetty jewel
    jewellery jewelry jibe jiffy jig jiggle jigsaw jilt jingle jinx jitterier jitteriest jitters jittery job jockey
    jocular jog join joint joke jollier jolliest jolly jolt jostle jot journal journalism journalist journey jovial joy
    joyful joyfullest joyous joystick jubilant jubilation jubilee judge judgement judgment judicial judiciary judicious
    judo jug juggernaut juggle jugular juice juicier juiciest juicy jumble jumbo jump jumpier jumpiest jumpy junction
    juncture jungle junior juniper junk junket junkie junta jurisdiction juror jury just justest justice justifiable
    justifiably justification justify jut jute juvenile juxtapose juxtaposition kaleidoscope kangaroo karat karate kayak
    keel keen keenest keep keepsake keg kelp ken kennel kept kerb kerchief kernel kerosene ketchup kettle key keyboard
    keyhole keynote keystone keystroke keyword khaki kick kickback kickoff kid kidnap kidney kill kiln kilo kilobyte
    kilogram kilometer kilometre kilowatt kilt kimono kin kinda kindergarten kindest kindle kindlier kindliest kindness
    kindred kinfolk king kingdom kingfisher kink kinkier kinkiest kinky kinship kiosk kipper kiss kit kitchen
    kitchenette kite kitten kitty kiwi knack knapsack knead knee kneecap kneel knelt knew knickers knife knight
    knighthood knit knives knob knock knockout knoll knot knottier knottiest knotty know knowledge knowledgeable known
    knuckle koala kosher kowtow kudos lab label labor laboratory laborious labour labyrinth lace lacerate laceration
    lacier laciest lack lackluster lacklustre lacquer lacrosse lacy lad lade laden ladle lady ladybug ladylike lag
    laggard lagoon laid lain lair lake lamb lambda lame lament lamentable lamentation lamest lamp lampoon lance land
    landlady landlocked landlord landmark landowner landscape landslid landslide lane language languid languish languor
    languorous lankier lankiest lanky lantern lap lapel lapse larceny lard large largest lark larva larvae larynges
    laryngitis larynx lascivious laser lash lass last latch late latent lateral latest latex lath lathe latitude latrine
    latter lattice laud laudable laugh laughable laughingstock laughter launch launder laundry laureate laurel lava
    lavatory lavender lavish lavishest law lawful lawless lawmaker lawn lawsuit lawyer lax laxative laxest laxity lay
    layman laymen layout lazier laziest laziness lazy leach lead leaden leadership leaf leafier leafiest leaflet leafy
    league leak leakage leaky lean leanest leap leapfrog leapt learn learnt lease leash least leather leathery leave
    lectern lecture led ledge lee leech leek leerier leeriest leery leeway left leftest leftmost leg legacy legal
    legalise legalistic legality legalize legend legendary legibility legible legibly legion legislate legislation
    legislative legislator legislature legitimacy legitimate legume leisure lemme lemon lemonade lend length lengthen
    lengthier lengthiest lengthwise lengthy leniency lenient lens lent lentil leopard leotard leper leprosy lesbian
    lesion less lessen lesson lest let letdown lethal lethargic lethargy letterhead lettuce letup leukaemia leukemia
    levee level lever leverage levity levy lewd lewdest lexical lexicon liability liable liaison liar libel libellous
    libelous liberal liberalisation liberalise liberalism liberalization liberalize liberate liberation libertarian
    liberty librarian library libretto lice licence license lichen lick licorice lid lie lieu lieutenant life lifeboat
    lifeforms lifeguard lifeless lifelike lifeline lifelong lifespan lifestyle lifetime lift ligament ligature light
    lighten lightest lighthouse lightness lightning lightweight likable like likeable likelier likeliest likelihood
    liken likeness likest likewise lilac lilt lily limb limbo lime limelight limerick limestone limit limitation
    limitless limousine limp limpest linchpin line lineage linear linefeed linen linger lingerie lingo linguist
    linguistic liniment link linkage linoleum lint lion lioness lip lipstick liquefy liqueur liquid liquidate
    liquidation liquor liquorice lisp list listen listless lit litany literacy literal literary literate literature
    lithe lithest lithium litigation litre litterbug little littlest liturgical liturgy livable live liveable livelier
    liveliest livelihood liveliness liven livest livestock livid lizard llama load loadable loaf loam loan loath loathe
    loathsome loaves lob lobby lobbyist lobe lobotomy lobster local locale localise locality localize locate location
    lock locket locksmith locomotion locomotive locust lodge loft loftier loftiest loftiness lofty log logarithm
    logarithmic logic logical logician logo loin loincloth loiter loll lollipop lone lonelier loneliest loneliness
    lonesome long longest longevity longhand longish longitude longitudinal longshoreman longshoremen look lookout loom
    loon loonie looniest loony loop loophole loose loosen loosest loot lop lope lopsided lord lore lorry lose loss lost
    lot lotion lottery lotus loud loudest loudness loudspeaker lounge louse lousier lousiest lousy lovable love lovelier
    loveliest loveliness low lowdown lowest lowlier lowliest loyal loyalest loyalty lozenge lubricant lubricate
    lubrication lucid luck luckier luckiest luckily lucky lucrative ludicrous lug luggage lukewarm lull lullaby lumber
    lumberjack luminary luminous lump lumpier lumpiest lumpy lunacy lunar lunatic lunch luncheon lunchtime lung lunge
    lupin lupine lurch lure lurid lurk luscious lush lushest lust lustier lustiest lustre lustrous lusty lute luxuriant
    luxuriate luxurious luxury lye lying lymph lymphatic lynch lyre lyric lyrical m ma macabre macaroni mace machete
    machine machinery machinist macho mackerel macroscopic mad madam madame madcap madden maddest made madhouse madman
    madmen madness maelstrom magazine magenta maggot magic magical magician magistrate magnanimity magnanimous magnate
    magnesium magnet magnetic magnetise magnetism magnetize magnificence magnificent magnify magnitude magnolia magnum
    magpie mahogany maid maiden mail mailbox mailman mailmen maim main mainframe mainland mainline mainstay mainstream
    maintain maintainability maintainable maintenance maize majestic majestically majesty major majority make makeshift
    makeup maladjusted malady malaria male malevolence malevolent malformed malfunction malice malicious malign
    malignancy malignant mall mallard malleable mallet malnutrition malpractice malt maltreat mama mamma mammal
    mammalian mammoth man manacle manage manageable management managerial mandate mandatory mandible mandolin mane
    maneuver mange mangier mangiest mangle mango mangrove mangy manhandle manhole manhood mania maniac maniacal manic
    manicure manicurist manifest manifestation manifesto manifold manipulate manipulation mankind manlier manliest
    manliness mannequin mannerism mannish manoeuvre manor manpower mansion manslaughter mantel mantelpiece mantle manual
    manufacture manure manuscript many map maple mar marathon marble march mare margarine margin marginal maria marigold
    marijuana marina marinate marine marionette marital maritime mark market marketable marketplace marksman marksmen
    marmalade maroon marquee marriage marrow marry marsh marshal marshier marshiest marshmallow marshy marsupial mart
    martial martin martyr martyrdom marvel marvellous marvelous mas mascara mascot masculine mash mask masochist mason
    masonry masquerade massacre massage massive mast masterful mastermind masterpiece mastery masticate masturbation mat
    matador match matchbook matchless matchmaker mate material materialise materialism materialist materialistic
    materialize maternal maternity math mathematical mathematician mathematics matriarch matriarchal matrices
    matriculate matriculation matrimonial matrimony matrix matron matt matte mattress mature maturest maturity maudlin
    maul mausoleum mauve maverick maxim maxima maximal maximise maximize maximum may maybe mayhem mayonnaise mayor maze
    me meadow meager meagre meal mealier mealiest mealy mean meander meanest meaningful meaningless meant meantime
    meanwhile measles measlier measliest measly measurable measure measurement meat mechanic mechanical mechanise
    mechanism mechanize medal medallion meddle meddlesome media median mediate mediation mediator medical medicate
    medication medicinal medicine medieval mediocre mediocrity meditate meditation medium medley meek meekest meekness
    meet megabyte megalomaniac megaphone megaton melancholy mellow mellowest melodic melodious melodrama melodramatic
    melody melon melt member membership membrane memento memo memoir memorable memorably memorandum memorial memorise
    memorize memory men menace menagerie menial menopause menstrual menstruate menstruation mental mentality menthol
    mention mentor menu meow mercantile mercenary merchandise merchant merciful merciless mercury mercy mere merest
    merge meridian meringue merit mermaid merrier merriest merrily merriment merry mes mesdames mesh message messenger
    messier messiest messy met metabolic metabolism metal metallic metallurgy metamorphose metamorphosis metaphor
    metaphorical metaphysical metaphysics mete meteor meteoric meteorite meteorologist meteorology method methodical
    methodology meticulous metre metric metro metropolis metropolitan mettle mew mezzanine miaow mice microbe
    microbiology microcode microcomputer microfiche microfilm micrometer micrometre microorganism microphone
    microprocessor microscope microscopic microsecond microwave midday middle middleman middlemen midget midnight
    midriff midst midstream midsummer midway midwife midwives mien might mightier mightiest mighty migraine migrant
    migrate migration migratory mike mild mildest mildew mile mileage milestone militancy militant militarily military
    militate militia milk milkier milkiest milkman milkmen milky mill milligram millimeter millimetre milliner millinery
    million millionaire millionth millisecond mime mimic mimicked mimicking mimicry mince mincemeat mind mindbogglingly
    mindedness mindful mindless mine minefield mineral mingle miniature minibus minicomputer minimal minimalism
    minimalist minimise minimize minimum minion minister ministerial ministry mink minnow minor minority minstrel mint
    minuet minus minuscule minute minutest miracle miraculous mirage mire mirror mirth misadventure misapprehension
    misappropriate misappropriation misbehave misbehavior misbehaviour miscarriage miscarry miscellaneous miscellany
    mischief mischievous misconception misconduct misconstrue misdeed misdemeanor misdemeanour misdirect misdirection
    miser miserable miserably misery misfit misfortune misgiving misguide mishap misinform misinformation misinterpret
    misinterpretation misjudge mislaid mislay mislead misled mismanagement mismatch misnomer misplace misprint misquote
    misread misrepresent misrepresentation miss misshapen missile mission missionary missive misspell mist mistake
    mistaken mistier mistiest mistletoe mistook mistress mistrust misty mistype misunderstand misunderstood misuse mite
    mitigate mitt mitten mix mixture mnemonic moan moat mob mobile mobilisation mobilise mobility mobilization mobilize
    moccasin mock mockery mockingbird mod modal mode model moderate moderation moderator modern modernisation modernise
    modernity modernization modernize modest modesty modicum modification modifier modify modular modulate modulation
    module mohair moist moisten moistest moisture molar molasses mold moldier moldiest moldy mole molecular molecule
    molest mollify mollusc mollusk molt molten mom moment momentarily momentary momentous momentum monarch monarchy
    monastery monastic monetarism monetary money mongoose mongrel monies monitor monk monkey monochrome monogamous
    monogamy monogram monolithic monologue monopolise monopolize monopoly monorail monosyllable monotonically monotonous
    monotony monsoon monster monstrosity monstrous month monument monumental moo moodier moodiest moodily moody moon
    moonbeam moonlight moose moot mop mope moral morale moralist morality morass moratorium morbid more moreover morgue
    morn moron moronic morose morphine morphology morsel mortal mortality mortar mortgage mortification mortify mortuary
    mosaic mosque mosquito moss mossier mossiest mossy most motel moth mothball motherhood motif motion motionless
    motivate motivation motive motley motlier motliest motor motorbike motorcade motorcycle motorise motorist motorize
    motorway motto mould mouldier mouldiest mouldy moult mound mount mountain mountaineer mountainous mourn mournful
    mouse mousier mousiest mousse moustache mousy mouth mouthful mouthpiece movable move movement movie mow ms mu much
    muck mucous mucus mud muddier muddiest muddle muddy muff muffin muffle mug muggier muggiest mugginess muggy mulch
    mule mull multi multinational multiple multiplication multiplicative multiplicity multiply multiprocessing
    multitasking multitude mum mumble mummify mummy mumps munch mundane municipal municipality mural murder murderous
    murkier murkiest murky murmur muscle muscular muse museum mush mushier mushiest mushroom mushy music musical
    musician musk musket muss mussel must mustache mustang mustard mustier mustiest musty mutant mutate mutation mute
    mutest mutilate mutilation mutinous mutiny mutt mutton mutual muzzle my myopic myriad myself mysterious mystery
    mystic mystical mysticism mystify myth mythical mythological mythology nab nag nail naive naivest naivety naked
    nakedness name nameless namesake nap napalm nape napkin nappy narcotic narrate narration narrative narrator narrow
    narrowest narrowness nasal nastier nastiest nastily nastiness nasty nation national nationalise nationalism
    nationalist nationalistic nationality nationalize nationwide native nativity nattier nattiest natty natural
    naturalisation naturalise naturalist naturalization naturalize naturalness nature naught naughtier naughtiest
    naughtily naughtiness naughty nausea nauseate nauseous nautical naval navel navigable navigate navigation navigator
    navy nay near nearby nearest nearsighted nearsightedness neat neatest neatness nebula nebulae nebulous necessarily
    necessary necessitate necessity neck neckerchief necklace neckline necktie necrophilia nectar nectarine need needier
    neediest needle needlework needy negate negation negative neglect neglectful negligee negligence negligent
    negligible negotiable negotiate negotiation negotiator neigh neighbor neighborhood neighborliness neighbour
    neighbourhood neighbourliness neither neon neophyte nephew nepotism nerve nervous nervousness nest nestle net nether
    nettle network neural neurologist neurology neuron neuroses neurosis neurotic neuter neutral neutralise neutrality
    neutralize neutron never nevertheless new newbie newborn newcomer newest newfangled newsagents newscast newsier
    newsiest newsletter newspaper newsprint newsstand newsy newt newton next nibble nice nicest nicety niche nick nickel
    nickname nicotine niece niftier niftiest nifty nigh night nightclub nightfall nightgown nightingale nightmare
    nightmarish nighttime nil nimble nimblest nimbly nincompoop nine nineteen nineteenth ninetieth ninety ninny ninth
    nip nippier nippiest nipple nippy nit nitrate nitrogen nitwit no nobility noble nobleman noblemen noblest noblewoman
    noblewomen nobly nobody nocturnal nod node noes noise noiseless noisier noisiest noisily noisiness noisy nomad
    nomadic nomenclature nominal nominate nomination nominative nominee non nonchalance nonchalant noncommittal
    nonconformist nondescript none nonentity nonetheless nonfiction nonflammable nonpartisan nonprofit nonresident
    nonsense nonsensical nonstandard nonstop nontrivial nonviolence noodle nook noon noose nor norm normal normality
    north northeast northeasterly northeastern northerly northern northward northwest northwestern nos nose nosebleed
    nosier nosiest nostalgia nostalgic nostril nosy not notable notably notation notch note notebook noteworthy nothing
    nothingness notice noticeable noticeably noticeboard notification notify notion notional notoriety notorious
    notwithstanding nougat nought noun nourish nourishment nova novel novelist novelty novice now nowadays nowhere
    noxious nozzle nuance nuclear nuclei nucleus nude nudest nudge nudity nugget nuisance null nullify numb numbest
    numbness numeral numerate numerator numeric numerical numerous nun nuptial nurse nursemaid nursery nurture nut
    nutcracker nutmeg nutrient nutriment nutrition nutritional nutritious nutshell nuttier nuttiest nutty nuzzle nylon
    nymph oaf oak oar oases oasis oath oatmeal obedience obedient obelisk obese obesity obey obfuscation obituary object
    objection objectionable objective objectivity objector obligate obligation obligatory oblige oblique obliterate
    obliteration oblivion oblivious oblong obnoxious oboe obscene obscenest obscenity obscure obscurest obscurity
    observable observance observant observation observatory observe obsess obsession obsessive obsolescence obsolescent
    obsolete obstacle obstetrician obstetrics obstinacy obstinate obstruct obstruction obstructive obtain obtainable
    obtrusive obtuse obtusest obvious occasion occasional occupancy occupant occupation occupational occupy occur
    occurrence ocean oceanic oceanography octagon octagonal octal octave octopus ocular odd oddest oddity ode odious
    odometer odor odour oesophagi oesophagus of off offbeat offence offend offense offensive offensiveness offhand
    office official officiate officious offload offset offshoot offshore offspring offstage often oftenest ogle ogre oh
    ohm ohs oil oilier oiliest oily ointment okay okra old olden oldest olfactory olive omega omelet omelette omen
    ominous omission omit omnibus omnipotence omnipotent omnipresent omniscient on once oncoming one onerous oneself
    ongoing onion onlooker only onomatopoeia onrush onset onslaught onto onus onward oodles ooze opal opaque opaquest
    open openest openness opera operand operate operatic operation operational operative operator ophthalmologist
    ophthalmology opinion opinionated opium opossum opponent opportune opportunist opportunity oppose opposite
    opposition oppress oppression oppressive oppressor opt optic optical optician optima optimal optimisation optimise
    optimism optimist optimistic optimization optimize optimum option optional optometrist opulent opus or oracle oral
    orange orangutan oration orator oratory orbit orbital orchard orchestra orchestral orchestrate orchestration orchid
    ordain ordeal order ordinance ordinarily ordinary ordination ore organ organic organisation organisational organise
    organism organist organization organizational organize orgasm orgy orient oriental orientate orientation orifice
    origin original originality originate originator ornament ornamental ornate ornithologist ornithology orphan
    orphanage orthodontist orthodox orthogonal orthogonality orthography orthopaedics orthopedics oscillate oscillation
    oscilloscope osmosis ostensible ostensibly ostentation ostentatious ostracise ostracize ostrich other otherwise
    otter ouch ought ounce our ourselves oust out outbound outbreak outburst outcast outclass outcome outcry outdated
    outdid outdistance outdo outdone outdoor outermost outfield outfit outgoing outgrew outgrow outgrown outgrowth
    outhouse outlaid outlandish outlast outlaw outlay outlet outline outlive outlook outlying outmoded outnumber
    outpatient outpost output outrage outrageous outran outright outrun outset outshine outshone outside outskirt
    outsmart outspoken outstanding outstation outstrip outward outweigh outwit ova oval ovary ovation oven over overall
    overate overbear overblown overboard overbore overborne overburden overcame overcast overcharge overcoat overcome
    overcrowd overdid overdo overdone overdose overdraft overdraw overdrawn overdrew overdue overeat overeaten
    overestimate overflow overgrew overgrow overgrown overhand overhang overhaul overhead overhear overheat overhung
    overkill overlaid overlain overland overlap overlay overlie overload overlong overlook overnight overpass
    overpopulation overpower overprice overprint overran overrate overreact overridden override overrode overrule
    overrun oversampling oversaw overseas oversee overseen overshadow overshoot overshot oversight oversimplification
    oversleep overslept overstate overstep overt overtake overtaken overthrew overthrow overthrown overtime overtone
    overtook overture overturn overuse overview overweight overwhelm overwork overwrite overwritten overwrought ovum owe
    owing owl own ownership ox oxen oxidation oxide oxidise oxidize oxs oxygen oyster ozone pa pace pacemaker pacific
    pacifier pacifism pacifist pacify pack package packet pact pad paddle paddock paddy padlock paediatrician
    paediatrics pagan page pageant pageantry pagination pagoda paid pail pain painful painfullest painless painstaking
    paint pair pajamas pal palace palaeontologist palaeontology palatable palate palatial pale paleontologist
    paleontology palest palette pall pallbearer pallid pallor palm palomino palpable palpably paltrier paltriest paltry
    pamper pamphlet pan panacea pancake pancreas pancreatic panda pandemonium pander pane panel pang panhandle panic
    panicked panicking panicky panorama panoramic pansy pant panther pantie pantomime pantry pap papa papacy papal
    papaya paperback paperweight paperwork paprika papyri papyrus par parable parachute parade paradigm paradise paradox
    paradoxical paraffin paragon paragraph parakeet parallel paralyse paralysis paralytic paralyze parameter paramount
    paranoia paranoid paraphernalia paraphrase paraplegic parasite parasitic parasol paratrooper parcel parch parchment
    pardon pardonable pare parent parentage parental parentheses parenthesis parenthetical parenthood parish parishioner
    parity park parka parkway parliament parliamentary parlor parlour parochial parody parole parrot parse parsec
    parsley parsnip parson parsonage part partake partaken partial partiality participant participate participation
    participle particle particular partisan partition partner partnership partook partridge party pas passable passage
    passageway passbook passenger passion passionate passive passport password past pasta paste pastel pasteurisation
    pasteurise pasteurization pasteurize pastiche pastier pastiest pastime pastor pastoral pastry pasture pasty pat
    patch patchwork patchy pate patent paternal paternalism paternity path pathetic pathetically pathological
    pathologist pathology pathos pathway patience patient patientest patio patriarch patriarchal patrimony patriot
    patriotic patriotism patrol patron patronage patronise patronize pattern patty paucity paunch paunchier paunchiest
    paunchy pauper pause pave pavement pavilion paw pawn pawnbroker pay payable payload payment payoff payroll pea peace
    peaceable peaceful peacemaker peach peacock peak peal peanut pearl peasant peat pebble pecan peck peculiar
    peculiarity pedagogy pedal pedant pedantic pedantry peddle pedestal pedestrian pediatrician pediatrics pedigree
    pedlar peek peel peep peer peerless peeve peevish peg pelican pellet pelt pelvic pelvis pen penal penalise penalize
    penalty penance pence penchant pencil pendant pended pending pends pendulum penetrate penetration penguin penicillin
    peninsula penis penitence penitent penitentiary penknife penknives penmanship pennant penniless penny pension
    pensive pentagon pentagonal penthouse penultimate peon peony people pep peppermint per perceive percent percentage
    perceptible perception perceptive perch perchance percolate percolation percolator percussion peremptory perennial
    perfect perfectest perfection perfectionist perforate perforation perform performance perfume perfunctorily
    perfunctory perhaps peril perilous perimeter period periodic periodical peripheral periphery periscope perish
    perishable perjure perjury perk perkier perkiest perky permanence permanent permeate permissible permission
    permissive permit permutation pernicious peroxide perpendicular perpetrate perpetrator perpetual perpetuate perplex
    perplexity persecute persecution persecutor perseverance persevere persist persistence persistent person persona
    personable personal personalise personality personalize personification personify personnel perspective perspiration
    perspire persuade persuasion persuasive pert pertain pertest pertinent perturb perusal peruse pervade pervasive
    perverse perversion pervert peskier peskiest pesky pessimism pessimist pessimistic pest pesticide pestilence pet
    petal petite petition petrify petrol petroleum petticoat pettier pettiest pettiness petty petulant petunia pew
    pewter phantom pharmaceutical pharmacist pharmacy phase pheasant phenomena phenomenal phenomenon philanthropic
    philanthropist philanthropy philosopher philosophical philosophise philosophize philosophy phlegm phlegmatic phobia
    phoenix phone phonetic phoney phonics phonier phoniest phonograph phony phosphor phosphorescence phosphorescent
    phosphorus photo photocopier photocopy photogenic photograph photographic photography photon photosynthesis
    phototypesetter phrase phraseology physic physical physician physicist physiological physiology physique pi pianist
    piano piccolo pick pickax picket pickier pickiest pickle pickpocket pickup picky picnic picnicked picnicking
    pictorial picture picturesque piddle pie piece piecemeal piecework pierce piety pig pigeon pigeonhole piggish
    piggyback pigheaded pigment pigpen pigtail pike pile pilfer pilgrim pilgrimage pill pillage pillar pillow pillowcase
    pilot pimple pimplier pimpliest pimply pin pinch pincushion pine pineapple pinion pink pinkest pinnacle pinpoint
    pint pioneer pious pipe pipeline pique piracy piranha pirate pirouette pis pistachio pistol piston pit pitch
    pitchfork piteous pitfall pithier pithiest pithy pitiful pitiless pittance pity pivot pivotal pixie pizza placard
    placate place placement placenta placid plagiarise plagiarism plagiarist plagiarize plague plaice plaid plain
    plainest plaintiff plaintive plan planar plane planet planetarium planetary plank plankton plant plantain plantation
    plaque plasma plaster plastic plate plateau platform platinum platitude platoon platter plausibility plausible
    plausibly play playable playback playful playfulness playground playhouse playmate playpen plaything playwright
    plaza plea pleasant pleasantest pleasantry please pleasurable pleasure pleat pledge plentiful plenty plethora
    pliable pliant pliers plight plod plop plot plough plow ploy pluck plucky plug plum plumage plumb plume plummet
    plump plumpest plunder plunge plural plurality plus plush plushest plutonium ply plywood pneumatic pneumonia poach
    pocket pocketbook pockmark pod podium poem poet poetic poetical poetry poignancy poignant poinsettia point pointless
    poise poison poisonous poke pokey pokier pokiest poky polar polarisation polarise polarity polarization polarize
    pole polemic police policeman policemen policewoman policewomen policy polio polish polite politeness politest
    political politician politics polka poll pollen pollinate pollination pollster pollutant pollute pollution polo
    polygamous polygamy polygon polynomial polyp polytechnic pomegranate pomp pompous poncho pond ponderous pontoon pony
    poodle pool poop poor poorest pop popcorn pope poplar poppy populace popular popularise popularity popularize
    populate population populous porcelain porch porcupine pore pork pornographic pornography porous porpoise porridge
    port portability portable portal portend portent portfolio porthole portico portion portlier portliest portrait
    portray portrayal pose position positional positive positivism possess possession possessive possessor possibility
    possible possibly possum post postage postal postbox postcard postcode posterior posterity postgraduate posthumous
    postman postmark postmaster postmen postpone postponement postscript postulate posture posy pot potassium potato
    potency potent potential pothole potion pottery pouch poultry pounce pound pour pout poverty powder powdery power
    powerful powerhouse powerless powwow practicable practical practicality practice practise practitioner pragmatic
    pragmatism prairie praise praiseworthy pram prance prank prattle prawn pray preach preamble precarious precaution
    precautionary precede precedence precedent precinct precious precipice precipitate precipitation precipitous precise
    precisest precision preclude precocious preconceive preconception precursor predator predatory predecessor
    predefined predestination predicament predicate predict predictable predictably prediction predictor predisposition
    predominance predominant predominate preeminence preeminent preempt preen prefab preface prefect prefer preferable
    preferably preference preferential prefix pregnancy pregnant prehistoric prejudice prejudicial preliminary prelude
    premature premeditation premier premiere premise premium premonition prenatal preoccupation preoccupy prepaid
    preparation preparatory prepare prepay preponderance preposition prepositional preposterous prerequisite prerogative
    prescribe prescription presence present presentable presentation preservation preservative preserve preside
    presidency president presidential press pressure prestige prestigious presto presumably presume presumption
    presumptuous presuppose pretence pretend pretense pretension pretentious pretentiousness pretext prettier prettiest
    pretty pretzel prevail prevalence prevalent prevent preventable prevention preventive preview previous prey price
    priceless prick prickle pricklier prickliest pride priest priestess priesthood prim primal primarily primary primate
    prime primeval primitive primmest primp primrose prince principal principality principle print printable printout
    prior priority prise prism prison privacy private privatest privation privatisation privatise privatization
    privatize privier priviest privilege privy prize pro probabilistic probability probable probably probation probe
    problem problematic procedural procedure proceed process procession processional processor proclaim proclamation
    procrastinate procrastination procure procurement prodigal prodigious prodigy produce product production productive
    productivity profane profanity profess profession professional professor proffer proficiency proficient profile
    profit profitable profiteer profound profoundest profundity profuse profusion progeny prognoses prognosis program
    programmable programme progress progression progressive prohibit prohibition prohibitive project projectile
    projection projector proletarian proletariat proliferate proliferation prolific prologue prolong prom promenade
    prominence prominent promiscuity promiscuous promise promontory promote promotion prompt promptest promptness
    promulgate prone prong pronoun pronounce pronouncement pronunciation proof proofread prop propaganda propagate
    propagation propel propensity properest property prophecy prophesy prophet prophetic proponent proportion
    proportional proportionality proportionate proposal propose proposition propositional proprietary proprietor
    propriety propulsion prose prosecute prosecution prosecutor prospect prospective prospector prospectus prosper
    prosperity prosperous prostitute prostitution prostrate protagonist protect protection protective protector protein
    protest protestant protocol proton prototype protract protractor protrude protrusion proud proudest provable
    provably prove proven provenance proverb proverbial provide providence province provincial provision provisional
    proviso provocation provocative provoke prow prowess prowl proximity proxy prude prudence prudent prudish prune pry
    psalm pseudo pseudonym psych psyche psychedelic psychiatric psychiatrist psychiatry psychic psychoanalysis
    psychoanalyst psychological psychologist psychology psychopath psychoses psychosis psychotherapy psychotic pub
    puberty public publication publicise publicity publicize publish puck pudding puddle pudgier pudgiest pudgy pueblo
    puff puffier puffiest puffy pugnacious puke pull pulley pullover pulmonary pulp pulpit pulsate pulsation pulse
    pulverise pulverize puma pumice pummel pump pumpernickel pumpkin pun punch punchline punctual punctuality punctuate
    punctuation puncture pundit pungent punier puniest punish punishable punishment punitive punk punkest punt puny pup
    pupil puppet puppy purchase pure puree purest purgatory purge purification purify puritanical purity purple purplest
    purport purpose purposeful purr purse pursue pursuit purveyor pus push pushier pushiest pushover pushy pussier
    pussiest pussy put putative putrid putt putty puzzle pyjamas pyramid pyre python qua quack quadrangle quadrant
    quadratic quadrilateral quadruped quadruple quadruplet quagmire quail quaint quaintest quake qualification qualifier
    qualify qualitative quality qualm quandary quantifier quantify quantitative quantity quantum quarantine quark
    quarrel quarrelsome quarry quart quarterback quartet quartz quash quaver quay queasier queasiest queasy queen
    queenlier queenliest queer queerest quell quench query quest question questionable questionnaire queue quibble
    quiche quick quicken quickest quicksand quiet quietest quill quilt quinine quintessence quintet quintuplet quip
    quirk quirky quit quite quiver quiz quizzes quizzical quorum quota quotation quote quotient rabbi rabbit rabble
    rabid rabies raccoon race racetrack racial racier raciest racism racist rack racket racketeer racy radar radial
    radiance radiant radiate radiation radiator radical radii radio radioactive radioactivity radish radium radius
    raffle raft rag ragamuffin rage raggedest ragtime raid rail railroad railway rain rainbow raincoat raindrop rainfall
    rainier rainiest rainstorm rainwater rainy raise raisin rake rally ram ramble ramification ramp rampage rampant
    ramrod ramshackle ran ranch rancid rancor rancorous rancour random randomness rang range rank rankest rankle ransack
    ransom rant rap rape rapid rapidest rapidity rapist rapport rapt rapture rapturous rare rarest rarity rascal rash
    rashest rasp raspberry raster rat rate rather ratification ratify ratio ration rational rationale rationalisation
    rationalise rationality rationalization rationalize rattle rattlesnake ratty raucous ravage rave ravel raven
    ravenous ravine ravish raw rawest ray rayon raze razor re reach react reaction reactionary reactive reactor read
    readability readable readership readier readiest readily readiness readjust ready real realest realisation realise
    realism realist realistic realistically reality realization realize reallocate realm realty ream reap reappear rear
    rearrange rearrangement reason reasonable reasonably reassurance reassure rebate rebel rebellion rebellious rebind
    rebirth reborn rebound rebuff rebuild rebuilt rebuke rebut rebuttal recalcitrant recall recant recap recapture
    recede receipt receive recent recentest receptacle reception receptionist receptive recess recession recharge
    rechargeable recipe recipient reciprocal reciprocate recital recitation recite reckless recklessness reckon reclaim
    reclamation recline recluse recognisable recognise recognition recognizable recognize recoil recollect recollection
    recommend recommendation recompense recompile reconcile reconciliation recondition reconfigure reconnaissance
    reconnect reconsider reconstruct reconstruction record recount recoup recourse recover recoverable recovery recreate
    recreation recreational recruit recruitment rectal rectangle rectangular rectify rector rectum recuperate
    recuperation recur recurrence recurrent recursion recursive recycle red redden reddest redeem redeemable redefine
    redefinition redemption redesign redhead redid redirect redirection rediscover redistribute redistribution redo
    redone redraft redraw redress reduce reduction redundancy redundant reed reef reek reel reelect refer referee
    reference referendum refill refine refinement refinery reflect reflection reflective reflector reflex reflexive
    reform reformat reformation refraction refrain refresh refreshment refrigerate refrigeration refrigerator refuel
    refuge refugee refund refurbish refurbishment refusal refuse refutation refute regain regal regale regalia regard
    regardless regatta regenerate regeneration regent regime regimen regiment regimental region regional register
    registrar registration registry regress regression regret regretful regrettable regrettably regular regularity
    regulate regulation regurgitate rehabilitate rehabilitation rehash rehearsal rehearse reign reimburse reimbursement
    rein reincarnate reincarnation reindeer reinforce reinforcement reinstate reinstatement reiterate reiteration reject
    rejection rejoice rejoin rejoinder rejuvenate rejuvenation relaid relapse relate relation relational relationship
    relative relativistic relativity relax relaxation relay releasable release relegate relent relentless relevance
    relevant reliability reliable reliably reliance reliant relic relief relieve religion religious relinquish relish
    relive reload relocatable relocate relocation reluctance reluctant rely remade remain remainder remake remark
    remarkable remarkably remedial remedy remember remembrance remind reminisce reminiscence reminiscent remiss
    remission remit remittance remnant remodel remorse remorseful remorseless remote remotest removable removal remove
    remunerate remuneration renaissance rename rend rendezvous rendition renegade renege renew renewable renewal
    renounce renovate renovation renown rent rental renunciation reopen reorganisation reorganise reorganization
    reorganize repaid repair reparation repatriate repay repayment repeal repeat repeatable repel repellent repent
    repentance repentant repercussion repertoire repetition repetitious repetitive rephrase replace replacement replay
    replenish replete replica replicate replication reply report repose repository reprehensible represent
    representation representative repress repression repressive reprieve reprimand reprint reprisal reproach reproduce
    reproduction reproductive reprogram reprove reptile republic republican repudiate repudiation repugnance repugnant
    repulse repulsion repulsive reputable reputation repute request requiem require requirement requisite requisition
    reread reroute res resale reschedule rescind rescue research resemblance resemble resent resentful resentment
    reservation reserve reservoir reset reshuffle reside residence resident residential residual residue resign
    resignation resilience resilient resin resist resistance resistant resistor resolute resolution resolve resonance
    resonant resort resound resource resourceful resourcefulness respect respectability respectable respectably
    respectful respective respiration respirator respiratory respite resplendent respond response responsibility
    responsible responsibly responsive rest restart restaurant restful restfullest restitution restive restless
    restlessness restoration restore restrain restraint restrict restriction restrictive restructure resubmit result
    resultant resume resumption resurface resurgence resurrect resurrection resuscitate resuscitation retail retain
    retaliate retaliation retard retch retention rethink reticence reticent retina retire retirement retort retrace
    retract retraction retreat retribution retrieval retrieve retroactive retrograde retrospect retrospective retry
    return returnable retype reunion reunite reuse rev revamp reveal revel revelation revelry revenge revengeful revenue
    reverberate reverberation revere reverence reverent reverie reversal reverse reversible reversion revert review
    revile revise revision revisit revival revive revoke revolt revolution revolutionary revolutionise revolutionize
    revolve revue revulsion reward rewind rework rewrite rewritten rewrote rhapsody rhetoric rhetorical rheumatism rhino
    rhinoceros rhododendron rhubarb rhyme rhythm rhythmic rib ribbon rice rich richest richness ricketier ricketiest
    rickety rickshaw ricochet rid riddance ridden riddle ride ridge ridicule ridiculous rife rifest rifle rift rig right
    righteous righteousness rightest rightful rightmost rightness rigid rigidity rigor rigorous rigour rile rim rind
    ring ringleader ringlet ringworm rink rinse riot riotous rip ripe ripen ripeness ripest riposte ripple rise risen
    risk riskier riskiest risky rite ritual rival rivalry river rivet roach road roadblock roadside roam roar roast rob
    robbery robe robin robot robust robustest robustness rock rocket rockier rockiest rocky rod rode rodent rodeo roe
    rogue roguish role roll roman romance romantic romantically romp roof rook rookie room roomier roomiest roommate
    roomy roost root rope rosary rose rosemary rosier rosiest roster rostrum rosy rot rotary rotate rotation rote
    rotisserie rotor rotten rottenest rotund rotunda rouge rough roughage roughen roughest roughhouse roughness roulette
    round roundabout roundest roundness rouse rout route routine row rowboat rowdier rowdiest rowdiness rowdy royal
    royalty rub rubbish rubble rubier rubiest rubric ruby rucksack ruckus rudder ruddier ruddiest ruddy rude rudeness
    rudest rudimentary rue rueful ruff ruffian ruffle rug rugby ruggedest ruin ruing ruinous rule rum rumble ruminate
    rummage rummest rummy rumor rumour rump rumple run runaway rundown rune rung runnier runniest runny runt runway
    rupture rural ruse rush rust rustic rustier rustiest rustle rusty rut ruthless ruthlessness rye sabbatical saber
    sabotage saboteur sabre sac sack sacrament sacred sacrifice sacrificial sacrilege sacrilegious sad sadden saddest
    saddle sadism sadist sadistic sadness safari safe safeguard safekeeping safest safety saffron sag saga sage
    sagebrush sagest said sail sailboat sailor saint saintlier saintliest sake saki salable salad salami salary sale
    saleable salesman salesmen salespeople salesperson saleswoman saleswomen salient saliva salivate sallow sallowest
    sally salmon salon saloon salt saltest saltier saltiest salty salutation salute salvage salvation salve same
    sameness sample sanatorium sanctify sanctimonious sanction sanctity sanctuary sand sandal sandbag sandier sandiest
    sandman sandmen sandpaper sandstone sandstorm sandwich sandy sane sanest sang sanitarium sanitary sanitation sanity
    sank sanserif sap sapling sapphire sarcasm sarcastic sarcastically sardine sari sash sassier sassiest sassy sat
    satanic satchel satellite satin satire satirical satirise satirist satirize satisfaction satisfactorily satisfactory
    satisfy saturate saturation sauce saucepan saucier sauciest saucy sauerkraut sauna saunter sausage savage savagery
    savagest save savior saviour savor savorier savoriest savory savour savourier savouriest savoury savvier savviest
    savvy saw sawdust saxophone say scab scaffold scalar scald scale scalier scaliest scallop scalp scalpel scaly
    scamper scan scandal scandalise scandalize scandalous scant scantest scantier scantiest scanty scapegoat scar scarce
    scarcest scarcity scare scarecrow scarf scarier scariest scarlet scarves scary scathing scatter scatterbrain
    scavenger scenario scene scenery scenic scent scepter sceptic sceptical scepticism sceptre schedule scheme
    schizophrenia schizophrenic scholar scholarship scholastic school schoolboy schoolchild schoolchildren schoolteacher
    schooner science scientific scientifically scientist scissor scoff scold scoop scoot scope scorch score scorn
    scornful scorpion scotch scoundrel scour scourge scout scowl scrabble scram scramble scrap scrapbook scrape scratch
    scratchier scratchiest scratchy scrawl scrawnier scrawniest scrawny scream screech screen screw screwdriver screwier
    screwiest screwy scribble scribe script scripture scriptwriter scroll scrounge scrub scruff scruffier scruffiest
    scruffy scruple scrupulous scrutinise scrutinize scrutiny scuff scuffle sculptor sculpture scum scurrilous scurry
    scuttle scythe sea seafaring seafood seal seam seaman seamen seamstress seaport search searchlight seashell seashore
    seasick seasickness seaside season seasonable seasonal seat seaweed secede secession seclude seclusion second
    secondarily secondary secrecy secret secretarial secretary secrete secretion secretive sect section sector secular
    secure securest security sedan sedate sedatest sedative sedentary sediment sedimentary seduce seduction seductive
    see seedier seediest seedling seedy seek seem seen seep seepage seesaw seethe segment segmentation segregate
    segregation seize seizure seldom select selection selective selector self selfish selfishness sell selves semantic
    semantically semblance semen semester semicircle semicolon semiconductor semifinal seminar seminary senate senator
    send senile senility senior seniority sensation sensational sensationalism sense senseless sensibility sensible
    sensibly sensitive sensitivity sensor sensory sensual sensuality sensuous sent sentence sentience sentient sentiment
    sentimental sentimentality sentry separate separation separator sepulcher sepulchre sequel sequence sequential
    sequin serenade serene serenest serenity sergeant serial series serious seriousness sermon serpent serum servant
    serve service serviceable serviceman servicemen serviette servile servitude session set setback settable settle
    settlement seven seventeen seventeenth seventh seventy sever several severance severe severest severity sew sewage
    sewn sex sexism sexist sexual sexuality sexy shabbier shabbiest shabbily shabby shack shackle shade shadier shadiest
    shadow shadowier shadowiest shadowy shady shaft shaggier shaggiest shaggy shake shaken shakier shakiest shaky shall
    shallow shallowest sham shamble shame shameful shameless shampoo shamrock shanty shape shapelier shapeliest share
    shareholder shark sharp sharpen sharpest sharpness shatter shave shaven shawl she sheaf shear sheath sheathe sheave
    sheen sheep sheepish sheerest sheet sheikh shelf shell shellfish shelter shelve shepherd sherbet sheriff sherry
    shield shift shiftier shiftiest shiftless shifty shimmer shin shine shingle shinier shiniest shiny ship shipment
    shipshape shipwreck shire shirk shirt shiver shoal shock shod shoddier shoddiest shoddy shoe shoelace shoestring
    shone shoo shook shoot shop shopkeeper shoplifter shore short shortage shortcoming shorten shortest shortfall
    shorthand shortlist shortness shot shotgun should shout shove shovel show showcase showdown showier showiest showman
    showmen shown showy shrank shrapnel shred shrew shrewdest shrewdness shriek shrill shrillest shrimp shrine shrink
    shrinkage shrivel shroud shrub shrubbery shrug shrunk shrunken shuck shudder shuffle shun shunt shut shutdown
    shuttle shy shyest shyness sibling sic sick sicken sickest sickle sicklier sickliest sickness side sideline sidelong
    sideshow sidestep sidetrack sidewalk sideways sidle siege sierra siesta sieve sift sigh sight sightless sigma sign
    signal signature significance significant signify signpost silence silent silentest silhouette silicon silk silken
    sill sillier silliest silliness silly silo silt silver silversmith silverware silvery similar similarity simile
    simmer simple simplest simplex simplicity simplification simplify simplistic simply simulate simulation simulator
    simultaneous sin since sincere sincerest sincerity sine sinew sinewy sinful sing singe single singular singularity
    sinister sink sinus sip siphon sir sire siren sirloin sissier sissiest sissy sister sisterhood sit site situate
    situation six sixpence sixteen sixteenth sixth sixtieth sixty sizable size sizeable sizzle skate skateboard skein
    skeleton skeptic skeptical skepticism sketch sketchier sketchiest sketchy skew ski skilful skill skillet skillful
    skim skimp skimpier skimpiest skimpy skin skinflint skinnier skinniest skinny skip skirmish skirt skit skittish
    skulk skull skunk sky skylight skyline skyrocket skyscraper slab slack slacken slackest slag slain slake slam
    slander slang slant slap slapstick slash slat slate slaughter slave slavery slavish slay sleazier sleaziest sleazy
    sled sledgehammer sleek sleekest sleep sleepier sleepiest sleepless sleepy sleet sleeve sleeveless sleigh slender
    slenderest slept slew slice slick slickest slid slide slier sliest slight slightest slim slime slimier slimiest
    slimmest slimy sling slingshot slink slip slipperier slipperiest slippery slipshod slit slither sliver slob slog
    slogan slop slope sloppier sloppiest sloppy slosh slot sloth slothful slouch slovenlier slovenliest slovenly slow
    slowest slowness sludge slug sluggish sluice slum slumber slump slung slunk slur slush slut sly slyest slyness smack
    small smallest smallish smallpox smart smartest smash smattering smear smell smellier smelliest smelly smelt smidgen
    smile smirk smite smith smithereens smitten smock smog smoke smokestack smokier smokiest smoky smolder smooth
    smoothest smoothness smote smother smoulder smudge smug smuggest smuggle smut snack snag snail snake snap snappier
    snappiest snappy snapshot snare snarl snatch sneak sneakier sneakiest sneaky sneer sneeze snicker snide snidest
    sniff sniffle snip snipe snippet snitch snob snobbery snobbish snooker snoop snootier snootiest snooty snooze snore
    snorkel snort snot snout snow snowball snowdrift snowfall snowflake snowier snowiest snowplough snowplow snowstorm
    snowy snub snuff snug snuggest snuggle so soak soap soapier soapiest soapy soar sob soberest sobriety soccer
    sociable social socialise socialism socialist socialize society sociological sociologist sociology sock socket sod
    soda sodden sodium sodomy sofa soft softball soften softest softness software soggier soggiest soggy soil sojourn
    solace solar sold soldier sole solemn solemnest solemnity solicit solicitor solicitous solid solidarity solidest
    solidify solidity solitaire solitary solitude solo soloist soluble solution solve solvent somber sombre some
    somebody someday somehow someone someplace somersault something sometime somewhat somewhere son sonata song sonic
    sonnet sonorous soon soonest soot soothe sootier sootiest sooty sop sophisticate sophistication sophistry sophomore
    soprano sorcerer sorceress sorcery sordid sore sorest sorority sorrier sorriest sorrow sorrowful sorry sort sorta
    sought soul sound soundest soundproof soundtrack soup sour source sourest south southeast southeastern southerly
    southern southpaw southward southwest southwestern souvenir sovereign sovereignty sow sown spa space spacecraft
    spaceship spacial spacious spade spaghetti span spangle spaniel spank spare sparest spark sparkle sparrow sparse
    sparsest spasm spasmodic spat spate spatial spatula spawn spay speak spear spearhead spearmint special
    specialisation specialise specialist speciality specialization specialize specialty species specific specifically
    specification specifier specify specimen specious speck spectacle spectacular spectator specter spectra spectre
    spectrum speculate speculation speculative speculator sped speech speechless speed speedboat speedier speediest
    speedometer speedy spell spellbind spellbound spelt spend spendthrift spent sperm spew sphere spherical sphinx spice
    spicier spiciest spicy spider spigot spike spill spilt spin spinach spinal spindlier spindliest spindly spine
    spineless spinster spiral spire spirit spiritual spit spite spiteful spitefullest spittle splash splat spleen
    splendid splendidest splendor splendour splice splint split splurge spoil spoilt spoke spoken spokesman spokesmen
    spokespeople spokesperson spokeswoman spokeswomen sponge spongier spongiest spongy sponsor sponsorship spontaneity
    spontaneous spoof spook spookier spookiest spooky spool spoon spoonful sporadic spore sporran sport sportsmanship
    spot spotless spotlight spottier spottiest spotty spouse spout sprain sprang sprawl spray spread spreadsheet spree
    sprier spriest sprig spring springboard springier springiest springtime springy sprinkle sprint sprout spruce
    sprucest sprung spry spud spun spunk spur spurious spurn spurt sputter spy squabble squad squadron squalid
    squalidest squall squalor squander square squarest squash squat squattest squawk squeak squeakier squeakiest squeaky
    squeal squeamish squeeze squelch squid squint squintest squire squirm squirrel squirt stab stabilise stability
    stabilize stable stablest stack stadium staff stag stage stagecoach stagnant stagnate stagnation staid staidest
    stain stair staircase stairway stake stale stalemate stalest stalk stall stallion stalwart stamina stammer stamp
    stampede stance stanch stanchest stand standard standardisation standardise standardization standardize standby
    standoff standpoint standstill stank stanza staple star starboard starch starchier starchiest starchy stardom stare
    starfish stark starkest starlight starrier starriest starry start startle starvation starve state statelier
    stateliest statement statesman statesmanship statesmen static station stationary stationery statistic statistical
    statistician statue stature status statute statutory staunch staunchest stave stay steadfast steadier steadiest
    steadily steady steak steal stealth stealthier stealthiest stealthily stealthy steam steamier steamiest steamroller
    steamy steel steep steepest steeple steer stellar stem stench stencil stenographer stenography step stepladder
    stereo stereotype sterile sterilisation sterilise sterilization sterilize sterling stern sternest sternness
    stethoscope stew steward stewardess stick stickier stickiest stickler sticky stiff stiffen stiffest stiffness stifle
    stigma stigmata still stillborn stillest stillness stilted stimulant stimulate stimulation stimuli stimulus sting
    stingier stingiest stinginess stingy stink stint stipulate stipulation stir stirrup stitch stock stockade
    stockbroker stockholder stockier stockiest stockpile stocky stockyard stodgier stodgiest stodgy stoical stoke stole
    stolen stolid stolidest stomach stomp stone stonier stoniest stony stood stool stoop stop stopgap stopover stoppage
    stopwatch storage store storehouse storekeeper storeroom storey stork storm stormier stormiest stormy story stout
    stoutest stove stow stowaway straddle straggle straight straighten straightest straightforward strain strait
    straitjacket strand strange strangeness strangest strangle strangulation strap strata stratagem strategic strategy
    stratify stratosphere stratum straw strawberry stray streak stream streamline street streetcar strength strengthen
    strenuous stress stressful stretch strew strewn stricken strict strictest strictness stridden stride strife strike
    string stringent stringier stringiest stringy strip stripe strive striven strode stroke stroll strong strongest
    stronghold strove struck structural structuralist structure struggle strum strung strut stub stubbier stubbiest
    stubble stubborn stubbornest stubby stuck stud student studentship studio studious study stuff stuffier stuffiest
    stuffy stumble stump stun stung stunk stunt stupefy stupendous stupid stupidest stupidity stupor sturdier sturdiest
    sturdy stutter style stylish stylistic stylus suave suavest sub subcommittee subconscious subdivide subdivision
    subdue subgroup subject subjective subjugate subjunctive sublet sublime sublimest submarine submerge submersion
    submission submissive submit subnormal subordinate subprogram subroutine subscribe subscript subscription subsection
    subsequent subservient subset subside subsidiary subsidise subsidize subsidy subsist subsistence substance
    substandard substantial substantiate substitute substitution subsystem subterfuge subterranean subtle subtlest
    subtlety subtly subtract subtraction suburb suburban subversive subvert subway succeed success successful succession
    successive successor succinct succinctest succor succour succulent succumb such suck suckle suction sudden suds sue
    suede suffer suffice sufficient suffix suffocate suffocation suffrage sugar sugarier sugariest sugary suggest
    suggestion suggestive suicidal suicide suing suit suitability suitable suitably suitcase suite suitor sulfur sulk
    sulkier sulkiest sulky sullen sullenest sulphur sultan sultrier sultriest sultry sum summarily summarise summarize
    summary summit summon sumptuous sun sunbathe sunburn sundae sundial sundown sundry sunflower sung sunglasses sunk
    sunken sunlight sunlit sunnier sunniest sunny sunrise sunscreen sunset sunshine suntan sunup sup superb superbest
    supercomputer superficial superfluous superhuman superimpose superintendent superior superiority superlative
    supermarket supernatural superscript supersede supersonic superstar superstition superstitious superstructure
    supervise supervision supervisor supervisory supplant supple supplement supplementary supplest supplier supply
    support supportive suppose supposition suppress suppression supremacy supreme surcharge sure surest surf surface
    surfboard surge surgeon surgery surgical surlier surliest surly surmise surmount surname surpass surplus surprise
    surreal surrender surreptitious surround surveillance survey surveyor survival survive survivor susceptible suspect
    suspend suspense suspension suspicion suspicious sustain sustainable sustenance swab swagger swallow swam swamp
    swampier swampiest swampy swan swap swarm swarthier swarthiest swarthy swat swathe sway swear sweat sweaty sweep
    sweepstake sweet sweeten sweetest sweetheart sweetness swell swellest swept swerve swift swiftest swig swill swim
    swindle swine swing swipe swirl swish swishest switch switchable switchboard swivel swollen swoon swoop sword
    swordfish swore sworn swum swung syllable syllabus symbol symbolic symbolise symbolism symbolize symmetric
    symmetrical symmetry sympathetic sympathetically sympathise sympathize sympathy symphonic symphony symptom
    symptomatic synagogue synapse synchronisation synchronise synchronization synchronize synchronous syndicate syndrome
    synonym synonymous synopses synopsis syntactic syntactically syntax syntheses synthesis synthesise synthesize
    synthetic syphilis syringe syrup system systematic systematically tab tabby tabernacle table tablecloth tablespoon
    tablespoonful tablet tabloid taboo tabulate tabulation tacit taciturn tack tackier tackiest tackle tacky taco tact
    tactful tactic tactical tactless tadpole tag tail tailgate taillight tailor tailspin taint take taken takeoff
    takeover talc tale talent talisman talk talkative tall tallest tallow tally talon tambourine tame tameness tamest
    tamper tan tandem tang tangent tangential tangerine tangible tangle tango tank tankard tannest tantalise tantalize
    tantamount tantrum tap tape tapestry tar tarantula tardier tardiest tardiness tardy target tariff tarnish tarpaulin
    tarrier tarriest tarry tart tartan tartar tartest task tassel taste tasteful tasteless tastier tastiest tasty tattle
    tattoo tatty taught taunt taut tautest tautology tavern tawdrier tawdriest tawdry tawnier tawniest tawny tax taxable
    taxation taxi taxicab taxpayer tea teach teacup teak team teammate teamster teamwork teapot teardrop tearful tease
    teaspoon teat technical technicality technician technique technological technology tedious tedium tee teem teen
    teenage teeter teeth teethe teetotal telecommunications telegram telegraph telepathic telepathy telephone telescope
    teletype televise television tell telltale temper temperament temperamental temperance temperate temperature tempest
    tempestuous template temple tempo temporal temporarily temporary tempt temptation ten tenable tenacious tenacity
    tenancy tenant tendency tenderest tenderise tenderize tenderness tendon tendril tenement tenet tennis tenor tense
    tensest tension tensors tent tentacle tentative tenth tenuous tenure tepee tepid term terminal terminate termination
    terminator termini terminology terminus termite terrace terrain terrestrial terrible terribly terrier terrific
    terrify territorial territory terror terrorise terrorism terrorist terrorize terse terseness tersest test testable
    testament testicle testify testimonial testimony testis tetanus tether text textbook textile textual texture than
    thank thankful thankless that thatch thaw the theater theatre theatrical thee theft their theist them theme
    themselves then thence theologian theological theology theorem theoretic theoretical theorise theorist theorize
    theory therapeutic therapist therapy there thereabouts thereafter thereby therefore therein thereof thereon
    thereupon thermal thermodynamics thermometer thermostat thesauri thesaurus these thesis theta they thick thicken
    thickest thicket thickness thief thieve thigh thimble thin thing think thinnest third thirst thirstier thirstiest
    thirsty thirteen thirteenth thirtieth thirty this thistle thong thorn thornier thorniest thorny thorough
    thoroughbred thoroughest thoroughfare those thou though thought thoughtful thoughtfulness thoughtless thousand
    thousandth thrash thread threadbare threat threaten three thresh threshold threw thrice thrift thriftier thriftiest
    thrifty thrill thrive throat throb throne throng throttle through throughout throughput throw throwaway throwback
    thrown thrust thud thug thumb thumbtack thump thunder thunderbolt thunderous thunderstorm thunderstruck thus thwart
    thy thyme thyroid tiara tick ticket tickle ticklish tidal tidbit tide tidier tidiest tidy tie tiff tiger tight
    tighten tightest tightness tightrope tightwad tilde tile till tilt timber time timekeeper timeless timelier
    timeliest timescale timetable timezone timid timidest timidity tin tinder ting tinge tingle tinier tiniest tinker
    tinkle tinnier tinniest tinny tinsel tint tiny tip tipsier tipsiest tipsy tiptoe tirade tire tiredest tireless
    tiresome tissue tit titbit titillate title to toad toadstool toast tobacco toboggan today toddle toe toenail toffee
    toga together toggle toil toilet token told tolerable tolerably tolerance tolerant tolerate toll tomahawk tomato
    tomb tomboy tombstone tomcat tome tomorrow ton tonal tone tong tongue tonic tonight tonnage tonne tonsil tonsillitis
    too took tool toolkit toot tooth toothache toothbrush toothpaste toothpick top topaz topic topical topography
    topology topple torch tore torment tormentor torn tornado torpedo torque torrent torrential torrid torso tortilla
    tortoise tortuous torture toss tot total totalitarian totalitarianism totality tote totem toucan touch touchdown
    touchier touchiest touchy tough toughen toughest toughness toupee tour tourist tournament tourniquet tousle tout tow
    toward towel town townspeople toxic toxin toy trace track tract traction tractor trade trademark tradition
    traditional traditionalist traffic trafficked trafficking tragedy tragic tragically trail train trainee trait
    traitor traitorous tramp trample trampoline trance tranquil tranquilest tranquility tranquilize tranquillise
    tranquillity transact transaction transatlantic transcend transcontinental transcribe transcript transcription
    transfer transferable transform transformation transfusion transgress transgression transient transistor transit
    transition transitional transitive transitory translate translation translator transliteration translucent
    transmission transmit transparency transparent transpire transplant transport transportable transportation transpose
    transverse trap trapdoor trapeze trapezoid trash trashcan trashier trashiest trashy trauma traumatic traumatise
    traumatize travel traverse travesty trawl tray treacherous treachery treacle tread treadmill treason treasure
    treasury treat treatise treatment treaty treble tree trek trellis tremble tremendous tremor trench trend trendier
    trendiest trendy trepidation trespass trestle trial triangle triangular tribal tribe tribulation tribunal tributary
    tribute trick trickery trickier trickiest trickle trickster tricky tricycle trifle trigger trigonometry trill
    trillion trilogy trim trimester trimmest trinity trinket trio trip tripe triple triplet triplicate tripod tripos
    trite tritest triumph triumphant trivia trivial triviality trod trodden troll trolley trombone troop trophy tropical
    trot trouble troublemaker troublesome trough trounce troupe trouser trout trowel truancy truant truce truck trudge
    true truest truffle truism truly trump trumpet truncate truncation trunk trust trustee trustful trustier trustiest
    trustworthier trustworthiest trustworthy trusty truth truthful truthfulness try tryout tsar tub tuba tube
    tuberculosis tubular tuck tuft tug tuition tulip tumble tummy tumor tumour tumult tumultuous tuna tundra tune
    tuneful tunic tunnel turban turbine turbulence turbulent tureen turf turgid turkey turmoil turn turnaround turnip
    turnout turnover turnpike turnstile turntable turpentine turquoise turret turtle turtleneck tusk tussle tutor
    tutorial tuxedo twang tweak twee tweet tweezers twelfth twelve twentieth twenty twice twiddle twig twilight twin
    twine twinge twinkle twirl twist twitch twitter two tycoon tying type typeface typescript typeset typewriter typhoid
    typhoon typhus typical typify typist typographic typographical tyrannical tyrannise tyrannize tyranny tyrant tyre
    ubiquitous udder ugh uglier ugliest ugliness ugly ulcer ulterior ultimate ultimatum ultra ultrasonic ultraviolet
    umbrella umpire umpteen unable unacceptable unacceptably unaccepted unaccountable unaccountably unadulterated
    unaffected unaltered unambiguous unanimity unanimous unanswerable unanswered unarmed unassigned unassuming
    unattached unattainable unattended unattractive unauthorised unauthorized unavailable unavoidable unaware unbalanced
    unbearable unbearably unbeatable unbecoming unbelievable unbelievably unbeliever unbiased unblock unborn unbreakable
    unbroken unburden uncannier uncanniest uncanny unceasing uncertain uncertainty unchallenged unchanged uncharitable
    unchristian uncle unclean uncleanest unclear uncomfortable uncomfortably uncommon uncommonest uncompromising
    unconcerned unconditional unconfirmed unconnected unconscious unconstitutional uncontrollable uncontrolled
    uncontroversial unconventional unconvinced unconvincing uncountable uncouth uncover uncultured uncut undamaged
    undaunted undecidable undecided undefined undemocratic undeniable undeniably under underbrush undercover
    undercurrent undercut underdog underestimate underflow underfoot undergarment undergo undergone undergraduate
    underground undergrowth underhanded underlain underlay underlie underline underlying undermine underneath
    undernourished underpants underpass underprivileged underrate underscore undershirt underside understand
    understandable understandably understate understatement understood understudy undertake undertaken undertone
    undertook undertow underwater underwear underweight underwent underworld underwrite underwritten underwrote
    undeserved undesirable undetected undeveloped undid undisturbed undo undocumented undone undoubted undress undue
    unduly undying unearth uneasier uneasiest uneasily uneasiness uneasy uneconomic uneconomical uneducated unemployable
    unemployed unemployment unenlightened unequal unequivocal unerring unethical uneven uneventful unexpected
    unexplained unfailing unfair unfairest unfaithful unfamiliar unfasten unfavorable unfavourable unfeasible unfeeling
    unfilled unfinished unfit unfold unforeseen unforgettable unforgivable unfortunate unfounded unfriendlier
    unfriendliest unfriendly unfunny unfurl ungainlier ungainliest ungainly ungodlier ungodliest ungodly ungrammatical
    ungrateful unhappier unhappiest unhappily unhappiness unhappy unhealthier unhealthiest unhealthy unheard unhelpful
    unhook unicorn unicycle unidentified unification uniform uniformity unify unilateral unimaginative unimportant
    unimpressed uninformative uninformed uninhibited uninitiated uninspired uninspiring unintelligent unintelligible
    unintended unintentional uninterested uninteresting union unionise unionize unique uniqueness uniquest unison unit
    unite unity universal universe university unjust unjustifiable unjustified unkempt unkind unkindest unkindlier
    unkindliest unknown unlabeled unlabelled unlawful unleash unless unlike unlikelier unlikeliest unlimited unload
    unlock unluckier unluckiest unlucky unman unmarked unmarried unmask unmistakable unmistakably unmitigated unmodified
    unmoved unnamed unnatural unnecessarily unnecessary unnerve unnoticed unobtainable unoccupied unofficial unoriginal
    unorthodox unpack unpaid unparalleled unpick unpleasant unpleasantness unpopular unpopularity unprecedented
    unpredictable unprepared unprincipled unprintable unprivileged unprotected unproven unprovoked unpublished
    unqualified unquestionable unquestionably unravel unread unreadable unreal unrealistic unreasonable unreasonably
    unrecognised unrecognized unrelated unrelenting unreliability unreliable unremarkable unrepeatable unrepresentative
    unreservedly unresolved unrest unrestricted unrivaled unrivalled unruffled unrulier unruliest unruly unsafe unsafest
    unsaid unsanitary unsatisfactory unsatisfied unsavory unsavoury unsay unscathed unscheduled unscientific unscrew
    unscrupulous unseasonable unseat unseemlier unseemliest unseemly unseen unset unsettle unsightlier unsightliest
    unsightly unsigned unskilled unsolicited unsolved unsophisticated unsound unsoundest unspeakable unspecified
    unstable unstructured unstuck unsubstantiated unsuccessful unsuitable unsuited unsung unsupportable unsupported
    unsure unsuspecting untangle untenable unthinkable untidier untidiest untidy untie until untiring unto untold
    untouched untrained untrue untruest untrustworthy untying unusable unused unusual unveil unwanted unwarranted unwary
    unwashed unwelcome unwell unwieldier unwieldiest unwieldy unwilling unwillingness unwind unwise unwisest unwittingly
    unworkable unworthy unwound unwrap unwritten up upbeat upbringing update upend upgrade upheaval upheld uphill uphold
    upholster upholstery upkeep uplift upload upon uppermost upright uprising uproar uproot ups upset upshot upside
    upstairs upstanding upstart upstream uptake uptight uptown upturn upward uranium urban urbane urbanest urchin urge
    urgency urgent urinate urine urn us usable usage use useful usefulness useless uselessness usher using usual usurp
    utensil uteri uterus utilisation utilise utilitarian utilitarianism utility utilization utilize utmost utter
    utterance vacancy vacant vacate vacation vaccinate vaccination vaccine vacillate vacuous vacuum vagabond vagary
    vagina vaginae vaginal vagrant vague vagueness vaguest vain vainest valentine valet valiant valid validate
    validation validity valise valley valor valour valuable value valueless valve vampire van vandal vandalise vandalism
    vandalize vane vanguard vanilla vanish vanity vanquish vapor vaporise vaporize vapour variable variance variant
    variation variety various varnish varsity vary vase vast vastest vastness vat vault veal vector veer vegetable
    vegetarian vegetarianism vegetation vehement vehicle veil vein velocity velour velvet velvety vend vendor veneer
    venerable venerate veneration vengeance vengeful venison venom venomous vent ventilate ventilation ventilator
    ventricle ventriloquist venture venue veracity veranda verb verbal verbatim verbiage verbose verbosity verdict verge
    verier veriest verification verify veritable vermin vernacular versatile versatility verse version versus vertebra
    vertebrae vertebrate vertical vertices vertigo verve very vessel vest vestibule vestige vestment vet veteran
    veterinarian veterinary veto vex vexation via viability viable viaduct vial vibrant vibrate vibration vicar
    vicarious vice vicinity vicious victim victimise victimize victor victorious victory video videotape vie view
    viewpoint vigil vigilance vigilant vigilante vigor vigorous vigour vile vilest vilify villa village villain
    villainous villainy vindicate vindictive vine vinegar vineyard vintage vinyl viola violate violation violence
    violent violet violin viper viral virgin virginity virile virility virtual virtue virtuoso virtuous virulent virus
    visa vise visibility visible visibly vision visionary visit visitation visitor visor vista visual visualise
    visualize vital vitality vitamin vitriolic vivacious vivacity vivid vividest vivisection vocabulary vocal vocalist
    vocation vocational vociferous vodka vogue voice void volatile volcanic volcano volition volley volleyball volt
    voltage volume voluminous voluntarily voluntary volunteer voluptuous vomit voodoo voracious vortex vote vouch vow
    vowel voyage vulgar vulgarest vulgarity vulnerability vulnerable vulture vying wad waddle wade wafer waffle waft wag
    wage wagon waif wail waist waistline wait waitress waive wake waken walk walkout wall wallet wallop wallow wallpaper
    walnut walrus waltz wan wane wanna wannest want wanton war warble warden wardrobe warehouse warfare warhead warier
    wariest warlike warm warmest warmth warn warp warpath warrant warranty warren warrior wart wartime wary was wash
    washable washcloth washout washroom wasp wastage waste wastebasket wasteful wasteland watch watchdog watchful
    watchman watchmen watchword water watercolor watercolour waterfall waterfront waterier wateriest waterlogged
    watermark watermelon waterproof watershed watertight waterway waterworks watery watt wave waveform wavelength wavier
    waviest wavy wax waxier waxiest waxy way waylaid waylay wayside wayward we weak weaken weakest weakling weakness
    wealth wealthier wealthiest wealthy wean weapon weaponry wear wearier weariest wearily weariness wearisome weary
    weasel weather weave web wed wedge wedlock wee weedier weediest weedy week weekday weekend weep weest weigh weight
    weightier weightiest weighty weird weirdest weirdness weirdo welcome weld welfare well wellington welt went wept
    were werewolf werewolves west westerly western westward wet wettest whack whale wharf wharves what whatever
    whatsoever wheat wheedle wheel wheelbarrow wheelchair wheeze when whence whenever where whereabouts whereas whereby
    wherein whereupon wherever wherewithal whet whether whew which whichever whiff while whilst whim whimper whimsical
    whine whinny whip whir whirl whirlpool whirlwind whisk whiskey whisky whisper whistle white whiten whiteness whitest
    whitewash whittle whiz whizz who whoa whoever whole wholehearted wholesale wholesome wholly whom whoop whopper whore
    whose why wick wickedest wickedness wicket wide widen widespread widest widow width wield wife wig wiggle wigwam
    wild wildcat wilderness wildest wildfire wildlife wildness wilful wilier wiliest will willful willingness willow
    willpower wilt wily win wince winch windfall windier windiest windmill window windowpane windpipe windscreen
    windshield windy wine wing wink winsome winsomest winter wintertime wintrier wintriest wintry wipe wire wirier
    wiriest wiry wisdom wise wisecrack wisest wish wishbone wishful wisp wispier wispiest wispy wist wistful wit witch
    witchcraft with withdraw withdrawal withdrawn withdrew withheld withhold within without withstand withstood witless
    witness witticism wittier wittiest witty wive wiz wizard wizened wobble wobblier wobbliest wobbly woe wok woke woken
    wolf wolves woman womanhood womankind womb wombat women won wonder wonderful wonderland wondrous wont woo woodchuck
    wooden woodenest woodier woodiest woodland woodpecker woodsman woodsmen woodwind woodwork woody woof wool woolen
    woollen woollier woolliest word wordier wordiest wordy wore work workable workbench workbook workforce workload
    workman workmanship workmen workout workplace workshop workstation world worldlier worldliest worldwide worm
    wormhole worn worrisome worry worse worsen worship worst worth worthier worthiest worthless worthwhile worthy wot
    would wound wove woven wow wrangle wrap wrath wreak wreath wreathe wreck wreckage wren wrench wrest wrestle wretch
    wretchedest wriggle wright wring wrinkle wrist wristwatch writ writable write writhe written wrong wrongdoer
    wrongdoing wrongest wrote wrought wrung wry wryest xenophobia xylophone yacht yak yam yank yap yard yardstick yarn
    yawn year yearling yearn yeast yell yellow yellowest yelp yen yes yesterday yet yeti yew yield yodel yoga yogurt
    yoke yokel yolk yonder you young youngest youngster yourself yourselves youth youthful yowl yuck zanier zaniest zany
    zeal zealous zebra zenith zero zest zeta zigzag zillion zinc zincked zincking zip zodiac zombie zone zoo zoological
    zoologist zoology zoom zucchini
    """
}
